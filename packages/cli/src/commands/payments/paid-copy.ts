import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { pageMax } from '../../api/read-list.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { readCheckout, readSession } from './payment-checkout.ts';

/**
 * Why recording a payment as received would have its buyer pay twice: its order is paid in another checkout, the original that
 * this one is a copy of, or a copy. No request of the API leads from an original to its copies: they are found among the latest
 * paid checkouts of the same customer or payment link, where it has one. Undefined where none is found.
 */
export async function paidElsewhere(command: Command, payment: PaymentIntent): Promise<string | undefined> {
  const checkout = await readCheckout(command, payment, 'The other checkouts of the order');
  if (checkout === undefined || checkout.paymentStatus === 'paid') return undefined;
  const paid = (await findPaidOriginal(command, checkout)) ?? (await findPaidCopy(command, checkout));
  if (paid === undefined) return undefined;
  const payments = paid.paymentIntent === null ? '' : `, with ${paid.paymentIntent.id}`;
  return `The order of this payment is paid in another checkout: ${paid.id}${payments}. If this money has come as well, the buyer has paid twice.`;
}

async function findPaidOriginal(
  command: Command,
  { recoveredFrom }: CheckoutSession,
): Promise<CheckoutSession | undefined> {
  const original = recoveredFrom
    ? await readSession(command, recoveredFrom, 'The other checkouts of the order')
    : undefined;
  return original && isPaid(original) ? original : undefined;
}

/** Another copy of the same original, or a copy of this checkout: while it is open, it has none. */
async function findPaidCopy(command: Command, checkout: CheckoutSession): Promise<CheckoutSession | undefined> {
  const { id, recoveredFrom, status, customerId, paymentLinkId } = checkout;
  if (status === 'open' || (customerId === undefined && paymentLinkId === undefined)) return undefined;
  const of = customerId === undefined ? ['paymentLinkId', paymentLinkId ?? ''] : ['customerId', customerId];
  const query = new URLSearchParams([of, ['paymentStatus', 'paid'], ['limit', String(pageMax)]]);
  const request = sendAsMerchant<{ data: CheckoutSession[] }>(command, `GET /checkout/sessions?${query}`);
  const paid = (await ifReadable('The other checkouts of the order', request))?.data ?? [];
  return paid.find((each) => each.id !== id && each.recoveredFrom === (recoveredFrom ?? id) && isPaid(each));
}

/** A checkout stays `paid` when its payment is refunded: then its buyer has not paid twice. */
const isPaid = ({ paymentStatus, paymentIntent }: CheckoutSession): boolean =>
  paymentStatus === 'paid' && paymentIntent?.status !== 'REFUNDED';
