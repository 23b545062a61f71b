import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifAllowed, sendAsMerchant } from '../../api/send-request.ts';
import type { List } from '../../api/read-list.ts';
import { itemsText } from '../items-text.ts';

/** The checkout that a payment was made in, if any; undefined where the key may not read checkouts. */
export function readCheckout(
  command: Command,
  { checkoutSessionId: id }: PaymentIntent,
): Promise<CheckoutSession | undefined> {
  if (id === null) return Promise.resolve(undefined);
  return ifAllowed(sendAsMerchant<CheckoutSession>(command, `GET /checkout/sessions/${encodeURIComponent(id)}`));
}

/** What was paid for, and the payment link that it was opened from; nothing of a payment without a known checkout. */
export const checkoutFields = (checkout: CheckoutSession | undefined) => ({
  items: checkout && itemsText(checkout.lineItems),
  link: checkout?.paymentLinkId,
});

/** The checkouts of a payment link. The API cannot list its payments, but each checkout has its own. */
export const checkoutsOf = (link: string): List => ({ path: '/checkout/sessions', filters: { paymentLinkId: link } });

/** The payment of a checkout; undefined if the buyer has not tried to pay. */
export const paymentOf = ({ id, paymentIntent }: CheckoutSession): PaymentIntent | undefined =>
  paymentIntent === null ? undefined : { ...paymentIntent, checkoutSessionId: id };
