import type { CreateRefund } from '@mizan/contracts';
import { own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { isOpenDispute } from '../payment/dispute-state.ts';
import type { ChargeParts } from '../payment/charge.resource.ts';
import { chargeOf, loadPayment, lockIntent, lockPayment, type Payment } from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';

/** The refund under the lock of its payment. @throws Problem `resource_missing` */
export async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  const find = () => tx.one<RefundRow>`select ${refunds.columns} from refunds where ${own(tx)} and id = ${id}`;
  const seen = await find();
  if (!seen) throw resourceMissing();
  await lockIntent(tx, seen.paymentIntentId);
  return (await find()) ?? seen;
}

/** A charge that can be refunded, under the lock of its payment. */
export interface Refundable {
  readonly payment: Payment;
  readonly charge: ChargeParts;
  /** Minor units that are neither refunded nor lost in a dispute; at least 1. */
  readonly refundable: number;
}

/** Locks the payment that a refund names and finds its one charge with money. @throws Problem see `create-refund.ts` */
export async function lockRefundableCharge(tx: Tx, body: CreateRefund): Promise<Refundable> {
  const { payment, charge } =
    body.chargeId === undefined ? await byIntent(tx, body.paymentIntentId) : await byCharge(tx, body.chargeId);
  const { status, amountCaptured, amountRefunded, amountLost } = charge.row;
  if (status === 'PENDING' || status === 'FAILED') {
    const message = partOfFailed(charge.row) ?? 'Only a succeeded charge can be refunded.';
    throw new Problem('resource_invalid_state', message, { param: 'chargeId' });
  }
  if (amountCaptured === 0) throw new Problem('charge_not_captured', 'The charge is authorized but not captured yet.');
  const mayCaptureMore =
    'More of the charge may still be captured. Refund it after the final capture, or once the authorization has expired.';
  if (payment.intent.status === 'AMOUNT_CAPTURABLE_UPDATED' && !charge.row.isSurplus)
    throw new Problem('resource_invalid_state', mayCaptureMore);
  await assertNotDisputed(tx, charge.row);
  const refundable = amountCaptured - amountRefunded - amountLost;
  if (refundable === 0) throw new Problem('resource_invalid_state', nothingLeft(charge));
  assertFeesKnown(charge.movement);
  return { payment, charge, refundable };
}

/** Where the money is that came in for a charge which has failed; undefined where none did, or it has not failed. */
function partOfFailed({ status, amount, amountReported, currency }: ChargeParts['row']): string | undefined {
  if (status !== 'FAILED' || amountReported === 0) return undefined;
  return (
    `Of this payment ${amountReported} of ${amount} in the smallest unit of ${currency} was received before it failed. ` +
    'It cannot be refunded here: it is in your balance as “Partial payment of a charge that failed”. Return it to the buyer from your bank.'
  );
}

const latestPartOfFailed = ({ charges }: Payment): string | undefined =>
  charges.map(({ row }) => partOfFailed(row)).findLast((message) => message !== undefined);

/** Why nothing of a charge is left to refund. */
function nothingLeft({ row: { amountLost, isSurplus }, refunds }: ChargeParts): string {
  const idsOf = (wanted: RefundRow['status']) => refunds.filter(({ status }) => status === wanted).map(({ id }) => id);
  const waiting = idsOf('REQUIRES_ACTION');
  const open = [...idsOf('PENDING'), ...waiting];
  if (open.length > 0)
    return (
      `All that is left of the charge is being refunded already: ${open.join(', ')}.` +
      (waiting.length > 0 ? anotherWay(waiting.join(' or '), isSurplus) : '')
    );
  if (amountLost > 0) return 'Nothing of the charge is left to refund: a dispute of it was lost.';
  return 'The charge has already been refunded in full.';
}

/** How to refund what a refund that waits for its buyer returns. @param waiting its ID */
const anotherWay = (waiting: string, isSurplus: boolean): string =>
  isSurplus
    ? ` The buyer has not said where the money goes. Wait for that, or mark ${waiting} as paid once you have returned the money yourself, or as failed to refund it in another way: what the payment did not need cannot be canceled.`
    : ` Cancel ${waiting} to refund it in another way: the buyer has not said where the money goes.`;

async function byCharge(tx: Tx, chargeId: string): Promise<Omit<Refundable, 'refundable'>> {
  const found = await tx.one<{ intentId: string }>`
    select payment_intent_id as intent_id from charges where ${own(tx)} and id = ${chargeId}`;
  if (!found) throw resourceMissing('chargeId');
  const payment = await lockPayment(tx, found.intentId);
  return { payment, charge: chargeOf(payment, chargeId) };
}

async function byIntent(tx: Tx, intentId: string | undefined): Promise<Omit<Refundable, 'refundable'>> {
  const intent = intentId === undefined ? undefined : await lockIntent(tx, intentId);
  if (!intent) throw resourceMissing('paymentIntentId');
  const payment = await loadPayment(tx, intent);
  const paid = payment.charges.filter(({ row }) => ['SUCCEEDED', 'REFUNDED'].includes(row.status) && !row.isSurplus);
  const [charge] = paid;
  if (!charge || paid.length > 1) {
    const message = charge
      ? 'The payment intent has more than one succeeded charge: name it with chargeId.'
      : (latestPartOfFailed(payment) ?? 'The payment intent has no succeeded charge.');
    throw new Problem('resource_invalid_state', message, { param: 'paymentIntentId' });
  }
  return { payment, charge };
}

/** While the bank may still take the money it must not be returned as well. Call it under the lock of the payment. */
async function assertNotDisputed(tx: Tx, { id, disputed }: ChargeParts['row']): Promise<void> {
  if (!disputed) return;
  const open = await tx.one<{ id: string }>`
    select id from disputes where ${own(tx)} and charge_id = ${id} and ${isOpenDispute} limit 1`;
  if (!open) return;
  const message = `The charge is disputed. It cannot be refunded until ${open.id} is closed.`;
  throw new Problem('charge_disputed', message);
}

/** Without its fees it is not known what the merchant keeps of a refunded sale. */
function assertFeesKnown(movement: BalanceTransactionRow | null): void {
  if (!movement)
    throw new Problem('charge_missing_balance_transaction', 'The ledger has no entry for this charge yet.');
  if (movement.feeDetails === null)
    throw new Problem('charge_missing_fee_data', 'The fees of this charge are not recorded.');
  const known = movement.feeDetails.reduce((sum, detail) => sum + detail.amount, 0);
  if (known !== movement.fee)
    throw new Problem('charge_incomplete_fee_data', 'The fees of this charge are recorded only in part.');
}
