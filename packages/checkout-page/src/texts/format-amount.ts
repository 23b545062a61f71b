import { inLatinDigits } from '@mizan/contracts/latin-digits';

/** A currency as the page writes it. */
export interface Money {
  readonly currency: string;
  /** Digits of its minor unit: 2 for EGP, 3 for KWD. */
  readonly decimals: number;
}

/** Minor units as the reader's locale writes them, with every decimal of the currency: `EGP 250.00`, `KWD 1.250`. */
export function formatAmount(amount: number, { currency, decimals }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(toMajor(amount, decimals));
}

/** Minor units as exact decimal text: formatting a number would round the largest amounts. */
export function toMajor(amount: number, decimals: number): `${number}` {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return (sign + (decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`)) as `${number}`;
}

/** Minor units of what was typed, in Latin or Arabic digits; undefined when it is no amount of this currency. */
export function parseAmount(text: string, decimals: number): number | undefined {
  const latin = inLatinDigits(text)
    .replaceAll('٫', '.')
    .trim()
    .replaceAll(/(\d)[\s,٬](?=\d{3}(?!\d))/g, '$1'); // between thousands only: a comma may also be meant as a point
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(latin) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return Number(whole + fraction.padEnd(decimals, '0'));
}
