/** A size as people read it: `5.0 MiB`. */
export const inMiB = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
