/** Largest amount in minor units of any currency: far below 2^53, so that thousands are added in plain numbers. */
export const maxAmount = 999_999_999_999;

/** An amount, product or sum that cannot be represented: the caller sent figures that do not fit, nothing was computed. */
export class AmountOutOfRange extends RangeError {
  override readonly name = 'AmountOutOfRange';
}

/** True for whole minor units from 0 to {@link maxAmount}: what one amount of the API may be. */
export function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= maxAmount;
}

/** Returns `value` unchanged when it is an amount. @throws AmountOutOfRange unless it is 0 to {@link maxAmount}, whole */
export function toAmount(value: number): number {
  if (!isAmount(value)) throw new AmountOutOfRange(`${value} is not a whole amount between 0 and ${maxAmount}`);
  return value === 0 ? 0 : value;
}

/** Turns an exact intermediate result back into a number. @throws AmountOutOfRange beyond ±(2^53 − 1) */
export function toSafeInteger(exact: bigint): number {
  const value = Number(exact);
  if (!Number.isSafeInteger(value)) throw new AmountOutOfRange(`${exact} is beyond the safe integers`);
  return value;
}

/** Minor units as a BigInt, for an exact product or division. @throws AmountOutOfRange when `value` is not a safe integer */
export function toExact(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new AmountOutOfRange(`${value} is not a whole number of minor units`);
  return BigInt(value);
}

/** Sum of minor units of one currency; terms may be negative, none is 0. @throws AmountOutOfRange beyond safe integers */
export function add(...terms: readonly number[]): number {
  return toSafeInteger(terms.reduce((sum, term) => sum + toExact(term), 0n));
}

/** `minuend − subtrahend` in minor units of one currency; may be negative. @throws AmountOutOfRange beyond the safe integers */
export function subtract(minuend: number, subtrahend: number): number {
  return toSafeInteger(toExact(minuend) - toExact(subtrahend));
}

/** A unit amount times a whole quantity, in minor units. @throws AmountOutOfRange beyond the safe integers */
export function multiply(unitAmount: number, quantity: number): number {
  return toSafeInteger(toExact(unitAmount) * toExact(quantity));
}
