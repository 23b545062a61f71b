import type { PaymentIntent } from '@mizan/contracts';
import { CommandError } from '../../terminal/command-error.ts';
import { moneyText } from '../../terminal/money.ts';
import { buyerNameOf } from './buyer-name.ts';
import { paymentLabelOf } from './payment-label.ts';
import { lateMissingOf, missingOf } from './payment-receipts.ts';

/** What a question is about. */
interface Subject {
  readonly id: string;
  /** Undefined where the key may not read payments. */
  readonly payment: PaymentIntent | undefined;
  /** Minor units; undefined for all. */
  readonly amount?: number | undefined;
}

/**
 * Before `mark-paid`: names the whole sum that will be booked.
 *
 * @throws CommandError for what the API does not take: more than is missing, or a part of what came late
 */
export function markPaidQuestion({ id, payment, amount }: Subject): string {
  if (payment === undefined) return `Record all that is missing of ${id} as received?`;
  const late = lateMissingOf(payment);
  if (late !== undefined) {
    const all = moneyText(late, payment.currency);
    if (amount !== undefined && amount !== late)
      throw new CommandError(
        `This payment ${howEnded(payment)}: record all that was missing, ${all}, once it has come.`,
      );
    return `This payment ${howEnded(payment)}. Record ${all} that came late from ${payerOf(payment)}?`;
  }
  if (payment.amountReceived > 0) throw new CommandError('The payment has already succeeded.');
  const missing = missingOf(payment) ?? payment.amount;
  const received = amount ?? missing;
  if (received > missing)
    throw new CommandError(
      `Only ${moneyText(missing, payment.currency)} is missing. If the buyer has sent more, record that, and return the rest from your bank.`,
    );
  const rest = received < missing ? ` ${moneyText(missing - received, payment.currency)} will still be missing.` : '';
  return `Record ${moneyText(received, payment.currency)} as received from ${payerOf(payment)}?${rest}`;
}

function howEnded({ status, latestCharge }: PaymentIntent): string {
  if (status === 'CANCELED') return 'was canceled';
  return latestCharge?.failureCode === 'voucher_expired' ? 'has expired' : 'has failed';
}

/** Before `mark-failed`. @throws CommandError where a part of the money was received, so that the API refuses it */
export function markFailedQuestion({ id, payment }: Subject): string {
  if (payment === undefined) return `Record that the money of ${id} will not be received?`;
  const { amountReceived = 0 } = payment.latestCharge ?? {};
  if (amountReceived > 0)
    throw new CommandError(
      `${moneyText(amountReceived, payment.currency)} of this payment was received already. Record the rest with mizan payments mark-paid, or wait until the payment expires: the part is then credited to your balance.`,
    );
  const missing = missingOf(payment) ?? payment.amount;
  return `Record that ${moneyText(missing, payment.currency)} from ${payerOf(payment)} will not be received? This cannot be undone.`;
}

/** Before `capture`. @param keepsRest leave what is not captured authorized */
export function captureQuestion({ id, payment, amount, keepsRest }: Subject & { readonly keepsRest: boolean }): string {
  if (payment === undefined) return `Capture all that is authorized of ${id}?`;
  const { amountCapturable, currency } = payment;
  const captured = amount ?? amountCapturable;
  const rest = amountCapturable - captured;
  const outcome = keepsRest ? 'stays authorized' : 'is released';
  return `Capture ${moneyText(captured, currency)} from ${payerOf(payment)}?${rest > 0 ? ` ${moneyText(rest, currency)} ${outcome}.` : ''}`;
}

/** Before `cancel`: names what is released. @throws CommandError where the merchant has to end the attempt first */
export function cancelQuestion({ id, payment }: Subject): string {
  if (payment === undefined) return `Cancel ${id}?`;
  if (payment.status === 'PROCESSING' && missingOf(payment) !== undefined)
    throw new CommandError(
      `The payment waits for money from ${payerOf(payment)}. If it will not come, end the attempt first: mizan payments mark-failed ${payment.id}`,
    );
  const { amount, amountCapturable, currency } = payment;
  const released = amountCapturable > 0 ? ` ${moneyText(amountCapturable, currency)} is released.` : '';
  return `Cancel the payment of ${moneyText(amount, currency)} from ${payerOf(payment)}?${released}`;
}

/** `Mona Adel (Bank transfer)`: who pays, and with what; the ID of the payment if no one is known. */
function payerOf(payment: PaymentIntent): string {
  const charge = payment.latestCharge;
  const payer = buyerNameOf({ payment }) ?? `the buyer of ${payment.id}`;
  return charge?.paymentMethodDetails ? `${payer} (${paymentLabelOf(charge)})` : payer;
}
