import { toExact, toSafeInteger } from './minor-units.ts';

/**
 * `numerator / denominator` rounded to the nearest integer, a half going up: `floor((2n + d) / 2d)`. Every amount of
 * the platform that is not whole is rounded by this one rule.
 *
 * @throws RangeError when the denominator is not positive
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return divideFloor(2n * numerator + denominator, 2n * denominator);
}

/** Largest integer not above `numerator / denominator`, negative or not. @throws RangeError unless `denominator` > 0 */
export function divideFloor(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError(`cannot divide by ${denominator}`);
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/** Smallest integer not below `numerator / denominator`, negative or not. @throws RangeError unless `denominator` > 0 */
export function divideCeil(numerator: bigint, denominator: bigint): bigint {
  return -divideFloor(-numerator, denominator);
}

/** `total × part / whole`, rounded half up. @throws RangeError unless `whole` > 0 @throws AmountOutOfRange for unsafe figures */
export function proportion(total: number, part: number, whole: number): number {
  return toSafeInteger(divideHalfUp(toExact(total) * toExact(part), toExact(whole)));
}

/** Average of `count` amounts that sum to `total`, rounded half up; 0 of none. @throws AmountOutOfRange unless both are safe */
export function averageAmount(total: number, count: number): number {
  return count === 0 ? 0 : toSafeInteger(divideHalfUp(toExact(total), toExact(count)));
}
