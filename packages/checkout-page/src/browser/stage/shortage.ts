import { readSoldOutMessage } from '@mizan/contracts/sold-out-message';
import { Refusal } from '../client/checkout-api.ts';
import type { Shortage } from '../../parts/shortage.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

/** What a refusal says about the stock for more or fewer of a line; undefined if it is about something else. */
export function shortageOf(thrown: unknown, lines: CheckoutView['lineItems'], lineId: string): Shortage | undefined {
  if (!(thrown instanceof Refusal) || thrown.code !== 'price_sold_out') return undefined;
  const known = readSoldOutMessage(thrown.message);
  const line = lines.find(({ price }) => price.id === known?.priceId);
  return known && line ? { lineId: line.id, left: known.left } : { lineId };
}
