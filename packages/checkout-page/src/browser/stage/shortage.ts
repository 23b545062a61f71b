import { readSoldOutMessage } from '@mizan/contracts/sold-out-message';
import { Refusal } from '../client/checkout-api.ts';
import type { Shortage } from '../../parts/shortage.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

/**
 * What a refusal says about the stock; undefined if it is about something else.
 *
 * @param changedId the line that was to be changed, if one was
 */
export function shortageOf(
  thrown: unknown,
  lines: CheckoutView['lineItems'],
  changedId?: string,
): Shortage | undefined {
  if (!(thrown instanceof Refusal) || thrown.code !== 'price_sold_out') return undefined;
  const known = readSoldOutMessage(thrown.message);
  const ofPrice = lines.filter(({ price }) => price.id === known?.priceId);
  const line = ofPrice.find(({ id }) => id === changedId) ?? ofPrice[0];
  return known && line ? { lineId: line.id, left: known.left } : { lineId: changedId };
}
