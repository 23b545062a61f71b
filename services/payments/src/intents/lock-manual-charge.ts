import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { ChargeParts } from '../payment/charge.resource.ts';
import { isReceivedByHand } from '../payment/charge-traits.ts';
import { isPaidOrHeld, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { loadPayment, lockIntent } from '../payment/payment.ts';
import { isUnneeded } from '../settle/settle-surplus.ts';

/**
 * The charge of a locked payment whose money the merchant may report as received: the one that waits for it, or the newest that
 * has failed and whose money the payment still needs, also where the buyer has tried other methods since.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function lockReceivable(tx: Tx, id: string): Promise<ChargeParts> {
  const { intent, attempts } = await lockUnpaid(tx, id, `${succeeded} ${otherMoney}`);
  const awaited = attempts.find(isAwaited);
  if (awaited) return awaited;
  // A buyer whose attempt timed out before it reached its provider does not know where the money goes.
  const failed = attempts.filter(({ row }) => row.status === 'FAILED' && row.failureCode !== 'provider_timeout');
  const needed = failed.filter(({ row }) => !isUnneeded(intent, row));
  const receivable = needed.find(({ row }) => row.lateReceipt !== null) ?? needed[0]; // the report that a crash left first
  if (receivable) return receivable;
  if (failed[0]) throw amountChanged(intent, failed[0]);
  if (attempts.some(isStarting)) throw starting();
  throw attempts.some(({ row }) => row.isSurplus) ? receivedInVain() : neverStarted(intent);
}

/**
 * The charge of a locked payment that the merchant receives itself and still waits for.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function lockAwaited(tx: Tx, id: string): Promise<ChargeParts> {
  const { intent, attempts } = await lockUnpaid(tx, id);
  if (attempts.length === 0) throw neverStarted(intent);
  const awaited = attempts.find(isAwaited);
  if (awaited) return awaited;
  if (attempts.some(isStarting)) throw starting();
  const message =
    'No money is expected for this payment any more: it has expired, was marked as failed or was canceled.';
  throw new Problem('resource_invalid_state', message);
}

/** A charge of which nothing was announced yet may never reach its provider: its buyer does not know where the money goes. */
const isAwaited = ({ row }: ChargeParts): boolean => row.status === 'PENDING' && row.version > 0;

const isStarting = ({ row }: ChargeParts): boolean => row.status === 'PENDING' && row.version === 0;

const succeeded = 'The payment has already succeeded.';

/** Of a transfer that comes after the buyer has paid with another method: it is not booked, as no provider holds it. */
const otherMoney =
  'If other money has come for it, the payment does not need it: return it to the buyer from your bank. It is not in the balance.';

const starting = (): Problem =>
  new Problem('resource_invalid_state', 'This attempt is still being started. Try again in a minute.');

interface UnpaidPayment {
  readonly intent: PaymentIntentRow;
  /** Its charges that the merchant receives itself, newest first. */
  readonly attempts: readonly ChargeParts[];
}

/** @param whenPaid what the refusal of a payment that has succeeded says */
async function lockUnpaid(tx: Tx, id: string, whenPaid = succeeded): Promise<UnpaidPayment> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const { charges } = await loadPayment(tx, intent);
  const attempts = charges.filter(({ row }) => isReceivedByHand(row)).toReversed();
  if (charges.length > 0 && attempts.length === 0) {
    const isSimulated = !intent.livemode && charges.some(({ row }) => row.paymentMethod.type === 'instapay');
    const message = isSimulated
      ? 'In test mode, InstaPay is simulated and cannot be marked. Use POST /test-helpers/payment-intents/{id}/simulate instead.'
      : 'Only payments that you receive yourself, such as cash on delivery and bank transfers, can be marked.';
    throw new Problem('payment_method_mismatch', message);
  }
  if (isPaidOrHeld(intent.status))
    throw new Problem('payment_already_completed', intent.amountReceived > 0 ? whenPaid : held);
  return { intent, attempts };
}

const held =
  'An authorization holds the amount of this payment. Capture it, or cancel the payment before you record other money.';

const receivedInVain = (): Problem =>
  new Problem(
    'resource_invalid_state',
    'The money that came for this payment was not needed. It is returned to the buyer.',
  );

function amountChanged({ status }: PaymentIntentRow, { row: { amount, currency } }: ChargeParts): Problem {
  const mayChange = status !== 'FAILED' && status !== 'CANCELED';
  const advice = mayChange ? 'Change it back to record that money, or return it' : 'Return that money';
  return new Problem(
    'resource_invalid_state',
    `The amount of this payment has changed since its buyer was asked for ${amount} in the smallest unit of ${currency}. ${advice} to the buyer.`,
  );
}

function neverStarted({ status }: PaymentIntentRow): Problem {
  const advice = 'to' in transition(status, 'confirm') ? 'Let the buyer pay.' : 'Create another payment.';
  return new Problem('resource_invalid_state', `No money is expected for this payment: it was not started. ${advice}`);
}
