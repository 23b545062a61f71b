import { Refusal } from '../client/checkout-api.ts';
import type { Shortage } from '../../parts/shortage.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

/** What a refusal says about the stock for more or fewer of a line; undefined if it is about something else. */
export function shortageOf(thrown: unknown, lines: CheckoutView['lineItems'], lineId: string): Shortage | undefined {
  if (!(thrown instanceof Refusal) || thrown.code !== 'price_sold_out') return undefined;
  const [, left, priceId] = /^Only (\d+) of (\S+) are left/.exec(thrown.message) ?? [];
  const line = lines.find(({ price }) => price.id === priceId);
  return line ? { lineId: line.id, left: Number(left) } : { lineId };
}
