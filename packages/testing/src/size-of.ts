/**
 * The size of a test that is long by nature: many random cases, many kills, every combination.
 *
 * @param sizes `quick` is a smaller case of the same guarantee, for every run; `full` is for `npm test -- --full`
 */
export const sizeOf = <T>(sizes: { readonly quick: T; readonly full: T }): T =>
  process.env['MIZAN_TEST_FULL'] === '1' ? sizes.full : sizes.quick;
