/** A text with Latin digits instead of Arabic and Persian ones. */
export const inLatinDigits = (typed: string): string =>
  typed
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
