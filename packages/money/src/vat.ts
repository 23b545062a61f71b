import { add } from './minor-units.ts';
import { shareOf } from './percentage.ts';

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
