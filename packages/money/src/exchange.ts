import { parseDecimal } from './decimal.ts';
import { toExact, toSafeInteger } from './minor-units.ts';
import { divideHalfUp } from './rounding.ts';

/** Decimals of every exchange rate, stored and quoted. */
export const rateDecimals = 6;

/** A locked rate: one major unit of the presentment currency is `rate` major units of the processing currency. */
export interface LockedRate {
  /** At most six decimals, as text or as the number that text denotes; above 0. */
  readonly rate: string | number;
  /** Decimals of the currency the buyer sees (3 for KWD, 2 for EGP). */
  readonly presentmentDecimals: number;
  /** Decimals of the currency the platform settles in. */
  readonly processingDecimals: number;
}

/**
 * Presentment minor units in processing minor units, rounded half up:
 * `amount × rate × 10^processingDecimals / 10^presentmentDecimals`.
 *
 * @param step what the result shall be a multiple of: some providers take no finer amounts. Rounded once, to the nearest
 *   step; rounding to the unit first could end a whole step off
 * @throws DecimalInvalid when the rate is finer than six decimals
 * @throws RangeError when the rate is 0
 * @throws AmountOutOfRange when the amount or the result is not a safe integer
 */
export function toProcessing(presentmentAmount: number, locked: LockedRate, step = 1): number {
  const { rate, presentmentUnit, processingUnit } = exactRate(locked);
  const exact = toExact(presentmentAmount) * rate * processingUnit;
  return toSafeInteger(divideHalfUp(exact, rateUnit * presentmentUnit * toExact(step)) * toExact(step));
}

/**
 * Processing minor units mirrored into presentment minor units by dividing by the same rate, rounded half up; the rate
 * itself is never inverted.
 *
 * @throws DecimalInvalid when the rate is finer than six decimals
 * @throws RangeError when the rate is 0
 * @throws AmountOutOfRange when the amount or the result is not a safe integer
 */
export function toPresentment(processingAmount: number, locked: LockedRate): number {
  const { rate, presentmentUnit, processingUnit } = exactRate(locked);
  return toSafeInteger(divideHalfUp(toExact(processingAmount) * rateUnit * presentmentUnit, rate * processingUnit));
}

/** One, in units of a rate's last decimal. */
const rateUnit = 10n ** BigInt(rateDecimals);

function exactRate(locked: LockedRate): { rate: bigint; presentmentUnit: bigint; processingUnit: bigint } {
  const rate = parseDecimal(locked.rate, rateDecimals);
  if (rate === 0n) throw new RangeError('an exchange rate is above 0');
  return {
    rate,
    presentmentUnit: 10n ** BigInt(locked.presentmentDecimals),
    processingUnit: 10n ** BigInt(locked.processingDecimals),
  };
}
