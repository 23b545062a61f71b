import { inLatinDigits } from '@mizan/contracts/latin-digits';

/** What a card's first digits tell about it. */
export interface CardBrand {
  readonly name: 'visa' | 'mastercard' | 'amex' | 'meeza' | 'unionpay' | 'unknown';
  /** Digits of a whole number. */
  readonly lengths: readonly number[];
  readonly cvcLength: number;
  /** How its digits are grouped; the last group repeats. */
  readonly groups: readonly number[];
}

const fours = [4] as const;
const brands: readonly (CardBrand & { readonly prefix: RegExp })[] = [
  { name: 'meeza', prefix: /^507[89]/, lengths: [16, 19], cvcLength: 3, groups: fours },
  { name: 'visa', prefix: /^4/, lengths: [16, 13, 19], cvcLength: 3, groups: fours },
  {
    name: 'mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvcLength: 3,
    groups: fours,
  },
  { name: 'amex', prefix: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
  { name: 'unionpay', prefix: /^62/, lengths: [16, 17, 18, 19], cvcLength: 3, groups: fours },
];
const unknown: CardBrand = { name: 'unknown', lengths: [16, 12, 13, 14, 15, 17, 18, 19], cvcLength: 3, groups: fours };

/** The brand that a number, or its beginning, belongs to. */
export const brandOf = (digits: string): CardBrand => brands.find(({ prefix }) => prefix.test(digits)) ?? unknown;

/** The digits of what was typed, in Latin or Arabic figures. */
export const digitsOf = (text: string): string => inLatinDigits(text).replace(/\D/g, '');

/** At most as many digits as the brand has, in its groups: `4242 4242 4242 4242`. */
export function formatCardNumber(digits: string): string {
  const { groups, lengths } = brandOf(digits);
  let rest = digits.slice(0, Math.max(...lengths));
  const parts: string[] = [];
  for (let i = 0; rest !== ''; i++) {
    const size = groups[Math.min(i, groups.length - 1)] ?? 4;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** What is wrong with a card number, if anything. */
export function checkCardNumber(digits: string): 'incomplete' | 'invalid' | undefined {
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) return 'incomplete';
  if (!lengths.includes(digits.length)) return digits.length < (lengths[0] ?? 16) ? 'incomplete' : 'invalid';
  return passesLuhn(digits) ? undefined : digits.length < (lengths[0] ?? 16) ? 'incomplete' : 'invalid';
}

/** The check digit of ISO/IEC 7812: catches every single mistyped digit. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Where the caret belongs after formatting, so that correcting a digit in the middle stays there. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at++) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted[at] ?? '')) seen++;
  }
  return formatted.length;
}
