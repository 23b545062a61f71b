import { capturedChargeOf, type Charge, type PaymentIntent, type Refund } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { moneyText, positiveMinorUnitsOf } from '../../terminal/money.ts';
import { ForeseenRefusal } from '../foreseen-refusal.ts';
import { buyerNameOf } from '../payments/buyer-name.ts';
import { paymentLabelOf } from '../payments/payment-label.ts';
import { receivableChargeOf } from '../payments/receivable-charge.ts';

/** The charge that a refund returns, and who paid it. */
export interface RefundTarget {
  readonly charge: Charge;
  readonly buyer: string | null;
}

/**
 * The charge that `refunds create` with this ID refunds; undefined if nothing of the payment is captured.
 *
 * @throws ForeseenRefusal for a payment that still waits for its money, or that failed after a part of it had come
 */
export async function readRefundTarget(command: Command, id: string): Promise<RefundTarget | undefined> {
  if (id.startsWith('ch_')) {
    const charge = await sendAsMerchant<Charge>(command, `GET /charges/${encodeURIComponent(id)}`);
    assertNotPartOfFailed([charge]);
    const payment = await ifAllowed(readPayment(command, charge.paymentIntentId));
    return { charge, buyer: buyerNameOf({ ...(payment && { payment }), charge }) };
  }
  const payment = await readPayment(command, id);
  const captured = capturedChargeOf(payment);
  if (captured === undefined && payment.status === 'PROCESSING') throw new ForeseenRefusal(whyNotReceived(payment));
  if (captured === undefined) assertNotPartOfFailed(payment.charges);
  return targetOf(payment, captured);
}

/** @throws ForeseenRefusal where none has succeeded, and money came in for one before it failed: it says where that money is */
function assertNotPartOfFailed(charges: readonly Charge[]): void {
  if (charges.some(({ status }) => status !== 'FAILED')) return;
  const part = charges.findLast(({ amountReceived = 0 }) => amountReceived > 0);
  if (part?.amountReceived === undefined) return;
  const { amountReceived, amount, currency } = part;
  throw new ForeseenRefusal(
    `Of this payment ${moneyText(amountReceived, currency)} of ${moneyText(amount, currency)} was received before it failed. It cannot be refunded here: it is in your balance as “Partial payment of a charge that failed”. Return it to the buyer from your bank.`,
  );
}

/** What has come of a payment that is PROCESSING, and what to do where the merchant receives the money. */
function whyNotReceived(payment: PaymentIntent): string {
  const { id, status } = payment;
  const charge = receivableChargeOf(payment);
  if (charge?.status !== 'PENDING')
    return `The payment is ${status}: nothing was received yet, so nothing can be refunded.`;
  const { amountReceived: received = 0, amount, currency } = charge;
  const record = `mizan payments mark-paid ${id}`;
  return received > 0
    ? `The payment is ${status}: only ${moneyText(received, currency)} of ${moneyText(amount, currency)} was received. It can be refunded once the rest is recorded: ${record}`
    : `The payment is ${status}: nothing was received yet, so nothing can be refunded. Once the money has come, record it with ${record}; if it will not come, end the attempt with mizan payments mark-failed ${id}`;
}

/** The charge of a refund; undefined where the key may not read payments. */
export async function readRefundedCharge(command: Command, refund: Refund): Promise<RefundTarget | undefined> {
  const payment = await ifAllowed(readPayment(command, refund.paymentIntentId));
  return (
    payment &&
    targetOf(
      payment,
      payment.charges.find(({ id }) => id === refund.chargeId),
    )
  );
}

const readPayment = (command: Command, id: string): Promise<PaymentIntent> =>
  sendAsMerchant<PaymentIntent>(command, `GET /payment-intents/${encodeURIComponent(id)}`);

/** What is refunded: `amount` in minor units, undefined for all that is left, and whom the buyer's details are requested from. */
interface Wanted {
  readonly amount: number | undefined;
  readonly email: string | undefined;
  /** Whether the merchant sends the money although the provider could return it. */
  readonly outOfBand?: boolean | undefined;
}

/** Before `create`: names what was refunded before, so that a refund that a colleague has made is noticed. */
export function refundQuestion(payment: string, target: RefundTarget | undefined, wanted: Wanted): string {
  const question = `Refund ${describeRefund(payment, target, wanted)}?`;
  if (target === undefined || target.charge.amountRefunded === 0) return question;
  const { amountRefunded, amountCaptured, currency } = target.charge;
  return `${moneyText(amountRefunded, currency)} of ${moneyText(amountCaptured, currency)} was refunded before. ${question}`;
}

/**
 * What a refund returns to whom: `EGP 50.00 to Visa •••• 4242 of Mona Adel`, or only the payment where the key may not read it.
 * Where the provider does not return the money itself, the buyer says where it goes.
 */
export function describeRefund(payment: string, target: RefundTarget | undefined, wanted: Wanted): string {
  if (target === undefined) return `all that is left of ${payment}`;
  const { charge, buyer } = target;
  const { amount, email, outOfBand = false } = wanted;
  // What a lost dispute has returned already is not part of a charge.
  const most = amount === undefined && charge.disputed ? 'at most ' : '';
  const money = moneyText(amount ?? refundableOf(charge), charge.currency);
  const source = `${paymentLabelOf(charge)}${buyer === null ? '' : ` of ${buyer}`}`;
  if (!outOfBand && isReturnedByProvider(target)) return `${most}${money} to ${source}`;
  return `${most}${money} of the payment with ${source}, and ask ${email ?? 'the buyer'} where to send it`;
}

/** Whether the provider returns the money the way it came; otherwise the buyer enters where to send it. */
export const isReturnedByProvider = ({ charge }: RefundTarget): boolean =>
  charge.processorCapabilities?.supportsRefund !== false;

/** What of the charge is neither refunded nor being refunded, minor units; disputes that were lost may have taken of it. */
const refundableOf = ({ amountCaptured, amountRefunded }: Charge): number => amountCaptured - amountRefunded;

/**
 * The amount to refund in minor units, from major units.
 *
 * @param isLimited false where the refund itself may be part of what is refunded already
 * @throws CommandError for text that is no amount, and for more than is left
 */
export function amountToRefund(
  { charge }: RefundTarget,
  { text, isLimited }: { readonly text: string; readonly isLimited: boolean },
): number {
  const { currency } = charge;
  const amount = positiveMinorUnitsOf(text, currency);
  const refundable = refundableOf(charge);
  if (isLimited && refundable > 0 && amount > refundable)
    throw new CommandError(
      `At most ${moneyText(refundable, currency)} is left to refund; you asked for ${moneyText(amount, currency)}.`,
    );
  return amount;
}

const targetOf = (payment: PaymentIntent, charge: Charge | undefined): RefundTarget | undefined =>
  charge && { charge, buyer: buyerNameOf({ payment, charge }) };
