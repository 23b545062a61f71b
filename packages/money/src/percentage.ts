import { DecimalInvalid, formatDecimal, parseDecimal } from './decimal.ts';
import { add, toExact, toSafeInteger } from './minor-units.ts';
import { divideHalfUp } from './rounding.ts';

/** One, in parts per million. Every rate is held as a whole number of these: 14 % is 140,000. */
export const onePpm = 1_000_000;

/** Decimals of a discount's percentage: 12.25 % is the finest step that merchants use. */
const percentOffDecimals = 2;

/** Decimals of every other percentage; exactly those that whole parts per million can hold. */
const rateDecimals = 4;

/** A coupon's `percentOff` in parts per million. @throws DecimalInvalid unless above 0, at most 100, at most two decimals */
export function percentOffToPpm(percentOff: string | number): number {
  return toPpm(percentOff, percentOffDecimals);
}

/**
 * A `vatCollectionRate` (14 means 14 %) in parts per million.
 *
 * @throws DecimalInvalid unless above 0, at most 100, at most four decimals
 */
export function vatRateToPpm(vatCollectionRate: string | number): number {
  return toPpm(vatCollectionRate, rateDecimals);
}

/** Parts per million as the percentage that the API shows: 27,500 is 2.75. @throws AmountOutOfRange unless a safe integer */
export function ppmToPercent(ratePpm: number): number {
  return Number(formatDecimal(toExact(ratePpm), rateDecimals));
}

/** `amount × ratePpm / 1,000,000`, rounded half up, in minor units. @throws AmountOutOfRange beyond the safe integers */
export function shareOf(amount: number, ratePpm: number): number {
  return toSafeInteger(divideHalfUp(toExact(amount) * toExact(ratePpm), BigInt(onePpm)));
}

/**
 * VAT that the merchant collects from the buyer, in minor units: rate × (goods after discount + shipping), rounded
 * half up once for the whole order. Prices are tax-exclusive.
 *
 * @param netAmount goods after discount, minor units
 * @param shipping minor units of the same currency
 * @param ratePpm parts per million, from `vatRateToPpm`
 * @throws AmountOutOfRange when a figure or the result is not a safe integer
 */
export function vatCollected(netAmount: number, shipping: number, ratePpm: number): number {
  return shareOf(add(netAmount, shipping), ratePpm);
}

function toPpm(percent: string | number, decimals: number): number {
  const scaled = parseDecimal(percent, decimals) * 10n ** BigInt(rateDecimals - decimals);
  if (scaled <= 0n || scaled > BigInt(onePpm)) throw new DecimalInvalid(`${percent} % is not above 0 and at most 100`);
  return Number(scaled);
}
