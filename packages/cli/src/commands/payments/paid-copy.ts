import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { pageMax } from '../../api/read-list.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { isLate } from './late-payment.ts';
import { readCheckout, readSession } from './payment-checkout.ts';

const others = 'The other checkouts of the order';

/**
 * Why recording a payment as received would have its buyer pay twice: its order is paid in another checkout. Undefined where none
 * is found.
 */
export async function paidElsewhere(command: Command, payment: PaymentIntent): Promise<string | undefined> {
  const checkout = await readCheckout(command, payment, others);
  const paid = checkout && checkout.paymentStatus !== 'paid' ? await findPaidOther(command, checkout) : undefined;
  return (
    paid &&
    `The order of this payment is paid in another checkout: ${nameOf(paid)}. If this money has come as well, the buyer has paid twice.`
  );
}

/**
 * `The order is paid in another checkout as well: cs_…, with pi_…. The buyer has paid twice: refund one.` of a payment that is
 * paid and not refunded; undefined where no other is found.
 */
export async function paidTwice(
  command: Command,
  { status, charges }: PaymentIntent,
  checkout: CheckoutSession | undefined,
): Promise<string | undefined> {
  const isPaidHere = status === 'SUCCEEDED' || status === 'PARTIALLY_REFUNDED';
  // An original has copies only if it had ended unpaid.
  const mayHaveOthers = checkout?.recoveredFrom || checkout?.status === 'expired' || charges.some(isLate);
  const paid = checkout && isPaidHere && mayHaveOthers ? await findPaidOther(command, checkout) : undefined;
  return (
    paid && `The order is paid in another checkout as well: ${nameOf(paid)}. The buyer has paid twice: refund one.`
  );
}

const nameOf = ({ id, paymentIntent }: CheckoutSession): string =>
  paymentIntent === null ? id : `${id}, with ${paymentIntent.id}`;

/**
 * The original that a checkout is a copy of, or a copy, in which its order is paid. No request of the API leads from an original to
 * its copies: they are found among the latest paid checkouts of the same customer or payment link, where it has one.
 */
const findPaidOther = async (command: Command, checkout: CheckoutSession): Promise<CheckoutSession | undefined> =>
  (await findPaidOriginal(command, checkout)) ?? (await findPaidCopy(command, checkout));

async function findPaidOriginal(
  command: Command,
  { recoveredFrom }: CheckoutSession,
): Promise<CheckoutSession | undefined> {
  const original = recoveredFrom ? await readSession(command, recoveredFrom, others) : undefined;
  return original && isPaid(original) ? original : undefined;
}

/** Another copy of the same original, or a copy of this checkout: while it is open, it has none. */
async function findPaidCopy(command: Command, checkout: CheckoutSession): Promise<CheckoutSession | undefined> {
  const { id, recoveredFrom, status, customerId, paymentLinkId } = checkout;
  if (status === 'open' || (customerId === undefined && paymentLinkId === undefined)) return undefined;
  const of = customerId === undefined ? ['paymentLinkId', paymentLinkId ?? ''] : ['customerId', customerId];
  const query = new URLSearchParams([of, ['paymentStatus', 'paid'], ['limit', String(pageMax)]]);
  const request = sendAsMerchant<{ data: CheckoutSession[] }>(command, `GET /checkout/sessions?${query}`);
  const paid = (await ifReadable(others, request))?.data ?? [];
  return paid.find((each) => each.id !== id && each.recoveredFrom === (recoveredFrom ?? id) && isPaid(each));
}

/** A checkout stays `paid` when its payment is refunded: then its buyer has not paid twice. */
const isPaid = ({ paymentStatus, paymentIntent }: CheckoutSession): boolean =>
  paymentStatus === 'paid' && paymentIntent?.status !== 'REFUNDED';
