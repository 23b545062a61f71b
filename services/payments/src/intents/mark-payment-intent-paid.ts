import { type MarkPaymentIntentPaid, type PaymentIntent, type PaymentMethodDetails } from '@mizan/contracts';
import {
  failpoint,
  formerAttributes,
  fragment,
  type LoadContext,
  own,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { isReceivedByHand } from '../payment/charge-traits.ts';
import { charges } from '../payment/charge.table.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { fallbackTime, loadPayment, lockIntent, lockPayment } from '../payment/payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import { type ChargeReservation, fallbackOf } from './start-attempt.ts';

/** Money that the merchant reports for a charge. */
export interface Receipt {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  /** True when the charge is paid in full. */
  readonly isWhole: boolean;
  readonly fallbackAt?: ChargeReservation['fallbackAt'];
}

/**
 * Records what the merchant received by cash or bank transfer. First of three phases: once the whole amount is reported
 * the provider is notified, and `settleCharge` records the payment.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 * @throws Problem `amount_invalid`: more than what is missing
 */
export async function markPaymentIntentPaid(
  tx: Tx,
  app: App,
  { id, amountReceived, reference = null }: MarkPaymentIntentPaid & { readonly id: string },
): Promise<Receipt> {
  const parts = await lockAwaited(tx, id);
  const charge = parts.row;
  const missing = charge.amount - charge.amountReported;
  if (missing === 0 && amountReceived !== undefined)
    throw new Problem('payment_already_completed', 'The whole amount has been reported already.');
  const amount = amountReceived ?? missing;
  if (amount > missing)
    throw new Problem(
      'amount_invalid',
      `amountReceived must be from 1 to ${missing}, the amount in ${charge.currency} that is missing, in its smallest unit.`,
      {
        param: 'amountReceived',
      },
    );
  // Nothing missing: all of it was reported before, but the process died before it notified the provider.
  const isWhole = amount >= missing;
  const fallbackAt = new Date(tx.now.getTime() + crashGraceMs);
  if (missing > 0)
    await recordReceipt(tx, app, {
      before: parts,
      fallbackAt,
      receipt: { amount, reference, receivedAt: tx.now.toISOString() },
    });
  return { paymentIntentId: id, chargeId: charge.id, isWhole, fallbackAt: fallbackAt.toISOString() };
}

/**
 * The charge of a locked payment that the merchant receives itself and still waits for.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 */
export async function lockAwaited(tx: Tx, id: string): Promise<ChargeParts> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const parts = (await loadPayment(tx, intent)).charges.at(-1);
  const charge = parts?.row;
  if (charge && !isReceivedByHand(charge)) {
    const message =
      'Only payments that you receive yourself, such as cash on delivery and bank transfers, can be marked.';
    throw new Problem('payment_method_mismatch', message);
  }
  if (['SUCCEEDED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(intent.status))
    throw new Problem('payment_already_completed', 'The payment has already succeeded.');
  if (!parts || !charge || charge.status !== 'PENDING')
    throw new Problem(
      'resource_invalid_state',
      'This payment does not wait for money: it has ended or was not started. Let the buyer pay again, or create another payment.',
    );
  return parts;
}

/** A charge shows the latest receipts; payments in more parts do not occur. */
const maxShownReceipts = 20;

interface ReportedReceipt {
  readonly before: ChargeParts;
  readonly receipt: NonNullable<PaymentMethodDetails['receipts']>[number];
  readonly fallbackAt: Date;
}

/**
 * Publishes a partial receipt; a full one is followed by the payment's own events. If this process dies before it notifies
 * the provider, the janitor does.
 */
async function recordReceipt(tx: Tx, app: App, { before, receipt, fallbackAt }: ReportedReceipt): Promise<void> {
  const { row } = before;
  const { amount } = receipt;
  const isWhole = row.amountReported + amount === row.amount;
  const receipts = [...(row.paymentMethodDetails.receipts ?? []), receipt].slice(-maxShownReceipts);
  const paymentMethodDetails = { ...row.paymentMethodDetails, receipts };
  const version = row.version + (isWhole ? 0 : 1);
  const nextSyncAt = isWhole ? { nextSyncAt: fallbackTime(fallbackAt) } : {};
  const amountReported = fragment`amount_reported + ${amount}`;
  const changes = { amountReported, version, paymentMethodDetails, ...nextSyncAt, updatedAt: tx.now };
  await tx.sql`
    update charges set ${charges.set(changes)}
    where ${own(tx)} and id = ${row.id} and ${amountReported} <= amount`;
  if (isWhole) return;
  const reported = { ...row, paymentMethodDetails, amountReported: row.amountReported + amount };
  const object = toChargeResource({ ...before, row: reported }, app);
  const previousAttributes = formerAttributes(toChargeResource(before, app), object);
  tx.emit('charge.updated', { object, version, previousAttributes });
}

/** Notifies the provider that the whole amount was received; no transaction is open. */
export async function submitReceipt(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { chargeId, isWhole }: Receipt,
): Promise<PaymentOutcome | null> {
  if (!isWhole) return null;
  failpoint('pay.before_provider');
  const answer = await app.providers.moneyOf(scope).completeAction({ chargeId, now, answer: { result: 'paid' } });
  failpoint('pay.after_provider');
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'The payment was canceled in the meantime.');
  return answer;
}

/** Records the payment once it is paid in full. */
export async function settleReceipt(
  tx: Tx,
  app: App,
  { receipt, outcome }: { readonly receipt: Receipt; readonly outcome: PaymentOutcome | null },
): Promise<PaymentIntent> {
  const { paymentIntentId, chargeId } = receipt;
  if (!outcome) return toPaymentIntentResource(await lockPayment(tx, paymentIntentId), app);
  const settled = { chargeId, paymentIntentId, answer: outcome, fallbackAt: fallbackOf(receipt) };
  return (await settleCharge(tx, app, settled)).paymentIntent;
}
