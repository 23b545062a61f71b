import { inLatinDigits } from '@mizan/contracts/latin-digits';

/** A number as people type it, as JavaScript and the API read it: `٢٤٩٫٥٠` is `249.50`. */
export const inLatinNumber = (typed: string): string => inLatinDigits(typed).replace('٫', '.');
