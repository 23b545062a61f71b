import { localDay, type Charge, type PaymentIntent } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';
import { ownTimezone } from '../../terminal/options.ts';
import { receivableChargeOf } from './receivable-charge.ts';

/** What the merchant still waits for, of a payment by cash or bank transfer. Minor units; undefined for any other payment. */
export const missingOf = (payment: PaymentIntent): number | undefined => missingWhile(payment, 'PENDING');

/** What did not come of a payment by cash or bank transfer that has ended. Minor units; undefined for any other payment. */
export const lateMissingOf = (payment: PaymentIntent): number | undefined => missingWhile(payment, 'FAILED');

function missingWhile(payment: PaymentIntent, status: Charge['status']): number | undefined {
  const charge = receivableChargeOf(payment);
  return charge?.status === status ? charge.amount - (charge.amountReceived ?? 0) : undefined;
}

/** How a person reads a reference: the same with other blanks, in another case. */
const plain = (reference: string): string => reference.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * Why a part is probably recorded a second time: the merchant has recorded the same amount with the same reference.
 * Instalments may share a reference: buyers often write the payment’s own.
 *
 * @param amount minor units; undefined for all that is missing
 */
export function recordedTwice(
  payment: PaymentIntent,
  {
    amount = missingOf(payment) ?? lateMissingOf(payment),
    reference,
  }: { readonly amount?: number | undefined; readonly reference: string },
): string | undefined {
  const { receipts = [] } = receivableChargeOf(payment)?.paymentMethodDetails ?? {};
  const same = receipts.find(
    (each) => each.amount === amount && each.reference !== null && plain(each.reference) === plain(reference),
  );
  if (same === undefined) return undefined;
  const day = localDay(new Date(same.receivedAt), ownTimezone());
  return `${moneyText(same.amount, payment.currency)} with the reference ${same.reference} was recorded on ${day} already.`;
}

/** `EGP 100.00 on 2026-12-01, Transfer 4711`: what the merchant has recorded as received; undefined if nothing. */
export function receiptsText({ latestCharge, currency }: PaymentIntent): string | undefined {
  const { receipts = [] } = latestCharge?.paymentMethodDetails ?? {};
  const texts = receipts.map(({ amount, reference, receivedAt }) => {
    const received = `${moneyText(amount, currency)} on ${localDay(new Date(receivedAt), ownTimezone())}`;
    return reference === null ? received : `${received}, ${reference}`;
  });
  return texts.length === 0 ? undefined : texts.join('; ');
}
