import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import type { List } from '../../api/read-list.ts';
import { itemsText } from '../items-text.ts';

/**
 * The checkout that a payment was made in, if any; undefined where the key may not read checkouts, and with a notice where it
 * cannot be read now: the payment is shown without it.
 */
export async function readCheckout(
  command: Command,
  { checkoutSessionId: id }: PaymentIntent,
): Promise<CheckoutSession | undefined> {
  if (id === null) return undefined;
  const line = `GET /checkout/sessions/${encodeURIComponent(id)}` as const;
  return ifReadable('The items of the payment', sendAsMerchant<CheckoutSession>(command, line));
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
