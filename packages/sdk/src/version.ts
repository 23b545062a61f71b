/** Of this package, as in package.json. */
export const version = '0.2.0';
