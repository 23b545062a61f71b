import type { MarkPaymentIntentPaid, PaymentIntent } from '@mizan/contracts';
import { formerAttributes, fragment, type LoadContext, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { charges } from '../payment/charge.table.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { fallbackOf, fallbackTime, lockPayment, updateIntent, withCharge } from '../payment/payment.ts';
import { type ReportedReceipt, withReceipt } from '../payment/reported-receipt.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import { lockReceivable } from './lock-manual-charge.ts';
import { recordLateReceipt, wholeReported } from './record-late-receipt.ts';
import type { ChargeReservation } from './start-attempt.ts';
import { submitReport } from './submit-report.ts';

/** Money that the merchant reports for a charge. */
export interface Receipt {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  /** True when the charge is paid in full. */
  readonly isWhole: boolean;
  /** True when the charge had failed before. */
  readonly isLate?: boolean;
  readonly fallbackAt?: ChargeReservation['fallbackAt'];
}

/**
 * Records what the merchant received by cash or bank transfer. First of three phases: once the whole amount is reported
 * the provider is notified, and `settleCharge` records the payment. Money that came after the payment had expired, was marked
 * as failed or was canceled is a late success.
 *
 * @throws Problem `resource_missing`, `payment_method_mismatch`, `resource_invalid_state`, `payment_already_completed`
 * @throws Problem `amount_invalid`: more than what is missing, or only a part of it once the payment has ended
 */
export async function markPaymentIntentPaid(
  tx: Tx,
  app: App,
  { id, amountReceived, reference = null }: MarkPaymentIntentPaid & { readonly id: string },
): Promise<Receipt> {
  const parts = await lockReceivable(tx, id);
  const charge = parts.row;
  const fallbackAt = new Date(tx.now.getTime() + crashGraceMs);
  const receipt = { paymentIntentId: id, chargeId: charge.id, fallbackAt: fallbackAt.toISOString() };
  if (charge.status === 'FAILED') {
    await recordLateReceipt(tx, { charge, amountReceived, reference, fallbackAt });
    return { ...receipt, isWhole: true, isLate: true };
  }
  const missing = charge.amount - charge.amountReported;
  if (missing === 0 && amountReceived !== undefined) throw new Problem('payment_already_completed', wholeReported);
  const amount = amountReceived ?? missing;
  if (amount > missing)
    throw new Problem(
      'amount_invalid',
      `amountReceived must be from 1 to ${missing}, the amount in ${charge.currency} that is missing, in its smallest unit. If the buyer has sent more, record what is missing and return the rest.`,
      { param: 'amountReceived' },
    );
  // Nothing missing: all of it was reported before, but the process died before it notified the provider.
  const isWhole = amount >= missing;
  if (missing > 0)
    await recordReceipt(tx, app, {
      before: parts,
      fallbackAt,
      receipt: { amount, reference, receivedAt: tx.now.toISOString() },
    });
  return { ...receipt, isWhole };
}

interface AwaitedReceipt {
  readonly before: ChargeParts;
  readonly receipt: ReportedReceipt;
  readonly fallbackAt: Date;
}

/**
 * Publishes a partial receipt with its charge and its payment, whose buyer is asked for the rest from then on; a full one is
 * followed by the payment's own events. If this process dies before it notifies the provider, the janitor does.
 */
async function recordReceipt(tx: Tx, app: App, { before, receipt, fallbackAt }: AwaitedReceipt): Promise<void> {
  const { row } = before;
  const { amount } = receipt;
  const isWhole = row.amountReported + amount === row.amount;
  const paymentMethodDetails = withReceipt(row.paymentMethodDetails, receipt);
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
  await publishPayment(tx, app, before);
}

/** Publishes a locked payment of whose charge a part was received. @param charge as it was before */
async function publishPayment(tx: Tx, app: App, charge: ChargeParts): Promise<void> {
  const payment = await lockPayment(tx, charge.row.paymentIntentId);
  const version = payment.intent.version + 1;
  const intent = { ...payment.intent, version, updatedAt: tx.now };
  await tx.sql`${updateIntent(intent)}`;
  const object = toPaymentIntentResource({ ...payment, intent }, app);
  const previousAttributes = formerAttributes(toPaymentIntentResource(withCharge(payment, charge), app), object);
  tx.emit('payment_intent.updated', { object, version, previousAttributes });
}

/** Notifies the provider once the whole amount was received; no transaction is open. @throws Problem as {@link submitReport} */
export async function submitReceipt(
  context: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { chargeId, isWhole, isLate }: Receipt,
): Promise<PaymentOutcome | null> {
  return isWhole ? submitReport(context, app, { chargeId, result: 'paid', isLate }) : null;
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
