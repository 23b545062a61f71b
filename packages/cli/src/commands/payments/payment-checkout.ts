import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import type { List } from '../../api/read-list.ts';
import { itemsText } from '../items-text.ts';

/**
 * The checkout that a payment was made in, if any; undefined where the key may not read checkouts, and with a notice where it
 * cannot be read now: the payment is shown without it.
 *
 * @param what plural, for the notice
 */
export async function readCheckout(
  command: Command,
  { checkoutSessionId: id }: PaymentIntent,
  what = 'The items of the payment',
): Promise<CheckoutSession | undefined> {
  return id ? readSession(command, id, what) : undefined;
}

/** The same of any checkout. */
export const readSession = (command: Command, id: string, what: string): Promise<CheckoutSession | undefined> =>
  ifReadable(what, sendAsMerchant<CheckoutSession>(command, `GET /checkout/sessions/${encodeURIComponent(id)}`));

/** What was paid for, the payment link that it was opened from, and the checkout that it is a copy of; nothing of a payment without a known checkout. */
export const checkoutFields = (checkout: CheckoutSession | undefined) => ({
  items: checkout && itemsText(checkout.lineItems),
  link: checkout?.paymentLinkId,
  recoveredFrom: checkout?.recoveredFrom ?? undefined,
});

/** The checkouts of a payment link. The API cannot list its payments, but each checkout has its own. */
export const checkoutsOf = (link: string): List => ({ path: '/checkout/sessions', filters: { paymentLinkId: link } });

/** The payment of a checkout; undefined if the buyer has not tried to pay. */
export const paymentOf = ({ id, paymentIntent }: CheckoutSession): PaymentIntent | undefined =>
  paymentIntent === null ? undefined : { ...paymentIntent, checkoutSessionId: id };
