import type { PaymentIntent } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';
import { ForeseenRefusal } from '../foreseen-refusal.ts';
import { buyerNameOf } from './buyer-name.ts';
import { paymentLabelOf } from './payment-label.ts';
import { lateMissingOf, missingOf } from './payment-receipts.ts';
import { receivableChargeOf } from './receivable-charge.ts';

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
 * @throws ForeseenRefusal for what the API does not take: more than is missing, or a part of what came late
 */
export function markPaidQuestion({ id, payment, amount }: Subject): string {
  if (payment === undefined) return `Record all that is missing of ${id} as received?`;
  assertUnpaid(payment, ` ${otherMoney}`);
  const payer = payerOf(payment, receivableChargeOf(payment));
  const late = lateMissingOf(payment);
  if (late !== undefined) {
    const all = moneyText(late, payment.currency);
    if (amount !== undefined && amount !== late)
      throw new ForeseenRefusal(`${howEnded(payment)}: record all that was missing, ${all}, once it has come.`);
    return `${howEnded(payment)}. Record ${all} that came late from ${payer}?`;
  }
  const missing = missingOf(payment) ?? payment.amount;
  const received = amount ?? missing;
  if (received > missing)
    throw new ForeseenRefusal(
      `Only ${moneyText(missing, payment.currency)} is missing. If the buyer has sent more, record that, and return the rest from your bank.`,
    );
  const rest = received < missing ? ` ${moneyText(missing - received, payment.currency)} will still be missing.` : '';
  return `Record ${moneyText(received, payment.currency)} as received from ${payer}?${rest}`;
}

/** As the API says it of a transfer that comes after the buyer has paid with another method. */
const otherMoney =
  'If other money has come for it, the payment does not need it: return it to the buyer from your bank. It is not in the balance.';

/** @throws ForeseenRefusal for a payment that is paid */
function assertUnpaid({ amountReceived }: PaymentIntent, advice = ''): void {
  if (amountReceived > 0) throw new ForeseenRefusal(`The payment has already succeeded.${advice}`);
}

/** Of the attempt that late money is recorded for. */
function howEnded(payment: PaymentIntent): string {
  const { status, latestCharge } = payment;
  if (status === 'CANCELED') return 'This payment was canceled';
  const charge = receivableChargeOf(payment);
  const what = charge?.id === latestCharge?.id ? 'This payment' : 'An earlier attempt of this payment';
  return `${what} ${charge?.failureCode === 'voucher_expired' ? 'has expired' : 'has failed'}`;
}

/** Before `mark-failed`. @throws ForeseenRefusal where money was received, so that the API refuses it */
export function markFailedQuestion({ id, payment }: Subject): string {
  if (payment === undefined) return `Record that the money of ${id} will not be received?`;
  assertUnpaid(payment);
  const part = partReceivedOf(payment);
  if (part !== undefined) throw new ForeseenRefusal(part);
  const missing = missingOf(payment) ?? payment.amount;
  const payer = payerOf(payment, receivableChargeOf(payment));
  return `Record that ${moneyText(missing, payment.currency)} from ${payer} will not be received? This cannot be undone.`;
}

/** What to do where a part was received of a payment that waits for the rest, so that it cannot be ended; undefined for others. */
function partReceivedOf(payment: PaymentIntent): string | undefined {
  const charge = receivableChargeOf(payment);
  if (charge?.status !== 'PENDING' || !charge.amountReceived) return undefined;
  // The money of an order is expected until the merchant says how its delivery has ended.
  const isExpiring = charge.paymentMethodDetails?.type !== 'cash_on_delivery';
  const wait = isExpiring ? ', or wait until the payment expires: the part is then credited to your balance' : '';
  return `${moneyText(charge.amountReceived, charge.currency)} of this payment was received already. Record the rest with mizan payments mark-paid ${payment.id}${wait}.`;
}

/**
 * Before `capture`.
 *
 * @param keepsRest leave what is not captured authorized
 * @throws ForeseenRefusal where nothing is authorized, or the outcome of another capture is not known
 */
export function captureQuestion({ id, payment, amount, keepsRest }: Subject & { readonly keepsRest: boolean }): string {
  if (payment === undefined) return `Capture all that is authorized of ${id}?`;
  const { amountCapturable, currency, pendingCapture, status } = payment;
  if (amountCapturable === 0)
    throw new ForeseenRefusal(`The payment is ${status}: nothing is authorized that could be captured.`);
  if (pendingCapture)
    throw new ForeseenRefusal(
      `The provider has not answered yet whether ${moneyText(pendingCapture.amount, currency)} was captured. Until it has, no other capture is possible.`,
    );
  const captured = amount ?? amountCapturable;
  const rest = amountCapturable - captured;
  const outcome = keepsRest ? 'stays authorized' : 'is released';
  return `Capture ${moneyText(captured, currency)} from ${payerOf(payment)}?${rest > 0 ? ` ${moneyText(rest, currency)} ${outcome}.` : ''}`;
}

/** Before `cancel`: names what is released. @throws ForeseenRefusal where the merchant has to end the attempt first */
export function cancelQuestion({ id, payment }: Subject): string {
  if (payment === undefined) return `Cancel ${id}?`;
  if (payment.status === 'PROCESSING' && missingOf(payment) !== undefined)
    throw new ForeseenRefusal(
      partReceivedOf(payment) ??
        `The payment waits for money from ${payerOf(payment, receivableChargeOf(payment))}. If it will not come, end the attempt first: mizan payments mark-failed ${payment.id}`,
    );
  const { amount, amountCapturable, currency } = payment;
  const released = amountCapturable > 0 ? ` ${moneyText(amountCapturable, currency)} is released.` : '';
  return `Cancel the payment of ${moneyText(amount, currency)} from ${payerOf(payment)}?${released}`;
}

/** `Mona Adel (Bank transfer)`: who pays, and with what; the ID of the payment if no one is known. */
function payerOf(payment: PaymentIntent, charge = payment.latestCharge): string {
  const payer = buyerNameOf({ payment, charge }) ?? `the buyer of ${payment.id}`;
  return charge?.paymentMethodDetails ? `${payer} (${paymentLabelOf(charge)})` : payer;
}
