import { localDay, type PaymentIntent } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';
import { ownTimezone } from '../../terminal/options.ts';

/** What the merchant still waits for, of a payment by cash or bank transfer. Minor units; undefined for any other payment. */
export const missingOf = ({ latestCharge: charge }: PaymentIntent): number | undefined =>
  charge?.status !== 'PENDING' || charge.amountReceived === undefined
    ? undefined
    : charge.amount - charge.amountReceived;

/** What did not come of a payment by cash or bank transfer that has ended. Minor units; undefined for any other payment. */
export const lateMissingOf = ({ latestCharge: charge }: PaymentIntent): number | undefined =>
  charge?.status !== 'FAILED' || charge.amountReceived === undefined
    ? undefined
    : charge.amount - charge.amountReceived;

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
  const { receipts = [] } = payment.latestCharge?.paymentMethodDetails ?? {};
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
