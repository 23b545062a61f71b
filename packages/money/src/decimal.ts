/** A decimal that is not plain digits or is finer than its field allows. */
export class DecimalInvalid extends RangeError {
  override readonly name = 'DecimalInvalid';
}

const plainDecimal = /^(\d{1,20})(?:\.(\d{1,20}))?$/;

/**
 * A non-negative decimal as a whole number of `10^-decimals` units, without passing through a float:
 * `parseDecimal('157.123456', 6)` is `157123456n`. A number is read by its shortest decimal form (12.5 is "12.5"), so
 * what a JSON body wrote is what is parsed. Zeros after the last allowed decimal change nothing and are accepted.
 *
 * @throws DecimalInvalid for a sign, an exponent, a blank, or more than `decimals` significant decimals
 */
export function parseDecimal(value: string | number, decimals: number): bigint {
  const parts = plainDecimal.exec(String(value));
  const fraction = (parts?.[2] ?? '').replace(/0+$/, '');
  if (parts?.[1] === undefined || fraction.length > decimals)
    throw new DecimalInvalid(`"${value}" is not a decimal with at most ${decimals} decimals`);
  return BigInt(parts[1] + fraction.padEnd(decimals, '0'));
}

/** A whole number of minor units as decimal text with exactly `decimals` decimals: `formatMinor(1005, 3)` is `1.005`. */
export function formatMinor(units: number | bigint, decimals: number): string {
  const sign = units < 0 ? '-' : '';
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A whole number of `10^-decimals` units as decimal text, trailing zeros removed: `formatDecimal(125000n, 4)` is `12.5`. */
export function formatDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
