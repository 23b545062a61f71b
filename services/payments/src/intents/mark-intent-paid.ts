import {
  paymentMethods,
  type MarkPaymentIntentPaid,
  type PaymentIntent,
  type PaymentMethodDetails,
} from '@mizan/contracts';
import {
  failpoint,
  formerAttributes,
  json,
  Problem,
  resourceMissing,
  type LoadContext,
  type Tx,
} from '@mizan/service-kit';
import { toChargeResource, type ChargeParts } from '../charges/charge.resource.ts';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf } from './answer-payment.ts';
import { loadPayment, lockIntent, lockPayment } from './payment.ts';
import { settleCharge } from './settle-charge.ts';

/** A charge whose money came in, in part or whole. */
export interface Receipt {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  /** True when nothing is missing any more. */
  readonly isWhole: boolean;
}

/**
 * Records what a merchant says came in by cash or bank transfer. First of three phases: once it adds up the provider is
 * told, and `settleCharge` records the payment.
 *
 * @throws Problem `resource_missing`: no such payment for this merchant and mode
 * @throws Problem `payment_method_mismatch`: its method is not one that the merchant itself receives
 * @throws Problem `resource_invalid_state`, `payment_already_completed`: it waits for no money, or for no more of it
 * @throws Problem `amount_invalid`: more than what is missing
 */
export async function markIntentPaid(
  tx: Tx,
  id: string,
  { amountReceived, reference = null }: MarkPaymentIntentPaid,
): Promise<Receipt> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const parts = (await loadPayment(tx, intent)).charges.at(-1);
  const charge = parts?.row;
  if (charge && paymentMethods[charge.payment_method.type].paymentConfirmation !== 'manual')
    throw new Problem('payment_method_mismatch', 'Only cash on delivery and bank transfers are marked as paid.');
  if (intent.status === 'SUCCEEDED' || intent.status === 'REFUNDED' || intent.status === 'PARTIALLY_REFUNDED')
    throw new Problem('payment_already_completed', 'The payment has already succeeded.');
  if (!parts || !charge || charge.status !== 'PENDING')
    throw new Problem('resource_invalid_state', 'The payment does not wait for any money.');
  const missing = charge.amount - charge.amount_reported;
  if (missing === 0 && amountReceived !== undefined)
    throw new Problem('payment_already_completed', 'All of the payment has been reported already.');
  const amount = amountReceived ?? missing;
  if (amount > missing)
    throw new Problem('amount_invalid', `amountReceived must be from 1 to ${missing}: that is missing.`, {
      param: 'amountReceived',
    });
  // Nothing missing: it was reported before, and the provider is not told yet; whoever told it may have died.
  const isWhole = amount >= missing;
  if (missing > 0) await report(tx, parts, { amount, reference, receivedAt: tx.now.toISOString() });
  return { paymentIntentId: id, chargeId: charge.id, isWhole };
}

/** So many receipts a charge shows; nobody pays in more parts. */
const shownReceipts = 20;

type Received = NonNullable<PaymentMethodDetails['receipts']>[number];

/**
 * Of a part the merchant is told; the whole is followed by the payment's own events. Should this process die before the
 * provider is told of it, the janitor tells it.
 */
async function report(tx: Tx, before: ChargeParts, receipt: Received): Promise<void> {
  const { row } = before;
  const { amount } = receipt;
  const isWhole = row.amount_reported + amount === row.amount;
  const receipts = [...(row.payment_method_details.receipts ?? []), receipt].slice(-shownReceipts);
  const payment_method_details = { ...row.payment_method_details, receipts };
  const version = row.version + (isWhole ? 0 : 1);
  const nextSyncAt = isWhole ? new Date(tx.now.getTime() + crashGraceMs) : row.next_sync_at;
  await tx.sql`
    update charges set amount_reported = amount_reported + ${amount}, version = ${version},
      payment_method_details = ${json(payment_method_details)}, next_sync_at = ${nextSyncAt}, updated_at = ${tx.now}
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${row.id}
      and amount_reported + ${amount} <= amount`;
  if (isWhole) return;
  const object = toChargeResource({
    ...before,
    row: { ...row, payment_method_details, amount_reported: row.amount_reported + amount },
  });
  const previousAttributes = formerAttributes(toChargeResource(before), object);
  tx.emit('charge.updated', { object, version, previousAttributes });
}

/** Tells the provider that the money is there; no transaction is open. */
export async function reportReceipt(
  wiring: Wiring,
  { chargeId, isWhole }: Receipt,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<PaymentOutcome | null> {
  if (!isWhole) return null;
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was made for a mode without a provider`);
  failpoint('pay.before_provider');
  const answer = await provider.completeAction({ chargeId, now, answer: { result: 'paid' } });
  failpoint('pay.after_provider');
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'The payment was given up meanwhile.');
  return answer;
}

/** Records the payment once it is whole. */
export async function settleReceipt(
  tx: Tx,
  wiring: Wiring,
  { paymentIntentId, chargeId }: Receipt,
  outcome: PaymentOutcome | null,
): Promise<PaymentIntent> {
  const answer = outcome
    ? await settleCharge(tx, wiring, { chargeId, paymentIntentId }, outcome)
    : answerOf(await lockPayment(tx, paymentIntentId), wiring);
  return answer.paymentIntent;
}
