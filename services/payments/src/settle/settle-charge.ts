import {
  countRows,
  failpoint,
  formerAttributes,
  fragment,
  type Fragment,
  log,
  own,
  requireUnchanged,
  type Tx,
  type TxAtOnce,
} from '@mizan/service-kit';
import { countDecline } from '../card-testing/count-card-attempts.ts';
import { balanceDue } from '../ledger/announce-balances.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import type { App } from '../payment/app.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { captures } from '../payment/capture.table.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { lateSuccesses } from '../payment/late-success.table.ts';
import {
  type ConfirmedPayment,
  toConfirmedPayment,
  toPaymentIntentResource,
} from '../payment/payment-intent.resource.ts';
import {
  chargeOf,
  type CommittedPayment,
  isHold,
  lockPayment,
  type Payment,
  type PlannedQuery,
  withCharge,
  updateCharge,
  updateIntent,
} from '../payment/payment.ts';
import { isReportedInFull } from '../payment/reported-receipt.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { oneMore } from '../tables/counted.ts';
import { adjustBalance } from './adjust-balance.ts';
import { nextCaptureNumber } from './pending-captures.ts';
import { type Captured, queryAgain, type Settlement, unrecordedCapture } from './settlement.ts';
import { settleApproved } from './settle-approved.ts';
import { isUnknownToProvider, settleDeclined } from './settle-declined.ts';
import { settleAwaitsServer, settleRequiresAction, settleUndecided } from './settle-open.ts';
import { isUnneeded, settleSurplus } from './settle-surplus.ts';

/** Names a charge and the intent whose row is its lock. */
export interface ChargeKey {
  readonly chargeId: string;
  readonly paymentIntentId: string;
}

/**
 * Applies a provider's answer to a charge: its row, its intent, the balance, the ledger and the events, all in `tx`. This
 * is the only function that does so, for answers to a confirm, from the buyer's page and from the janitor alike. A charge
 * that is decided does not change again, so that the same answer may come twice.
 */
export async function settleCharge(
  tx: Tx,
  app: App,
  {
    paymentIntentId,
    chargeId,
    answer,
    fallbackAt,
  }: ChargeKey & {
    readonly answer: PaymentOutcome;
  } & Pick<PlannedQuery, 'fallbackAt'>,
): Promise<ConfirmedPayment> {
  const payment = await lockPayment(tx, paymentIntentId);
  const { row: charge } = chargeOf(payment, chargeId);
  if (!changesCharge(charge, answer)) {
    if (contradicts(payment, charge, answer)) await queryAgain(tx, chargeId);
    return toConfirmedPayment(payment, app);
  }
  if (answer.kind === 'declined') countDecline(tx, charge);
  const n = charge.status === 'FAILED' ? await nextCaptureNumber(tx, chargeId) : 1;
  const settlement = settlementOf(tx, app, { intent: payment.intent, charge, answer, n });
  return writeSettlement(tx, app, { payment, settlement, fallbackAt });
}

/**
 * Whether a provider declined a charge, such as for its time, before it was notified that the merchant has received all of
 * the money. Afterwards it approves, unless it knows nothing of the charge.
 */
const precedesReport = (charge: ChargeRow, answer: PaymentOutcome): boolean =>
  isReportedInFull(charge) && answer.kind === 'declined' && !isUnknownToProvider(answer);

/** Whether a query about a charge has to be repeated: its answer contradicts what was recorded meanwhile. */
const contradicts = (payment: Payment, charge: ChargeRow, answer: PaymentOutcome): boolean =>
  (charge.status === 'PENDING' && precedesReport(charge, answer)) ||
  (charge.amountCaptured === 0 && unrecordedCapture(charge, answer) > 0) ||
  (isHold(payment, charge) && answer.kind === 'declined');

/**
 * As {@link settleCharge}, for the first charge of a payment, by the process that has just committed it, in one round trip. It
 * fails as stale when anything has happened to the payment since. Undefined where this process did not commit it.
 */
export function settleAtOnce(
  app: App,
  {
    committed,
    chargeId,
    answer,
  }: { readonly committed?: CommittedPayment | undefined } & Pick<ChargeKey, 'chargeId'> & {
      readonly answer: PaymentOutcome;
    },
): ((tx: TxAtOnce) => ConfirmedPayment) | undefined {
  if (!committed) return undefined;
  return (tx) => {
    const { row: charge } = chargeOf(committed, chargeId);
    const settlement = settlementOf(tx, app, { intent: committed.intent, charge, answer, n: 1 });
    const { writtenBy } = committed;
    const confirmed = writeSettlement(tx, app, {
      payment: committed,
      settlement,
      fallbackAt: charge.nextSyncAt,
      writtenBy,
    });
    if (answer.kind === 'declined') countDecline(tx, charge); // locks the account's count after the payment, as under locks
    return confirmed;
  };
}

/** Only an undecided charge can be decided, except that money which arrives late is never dropped. */
function changesCharge(charge: ChargeRow, answer: PaymentOutcome): boolean {
  if (charge.status === 'PENDING') return !precedesReport(charge, answer);
  return charge.status === 'FAILED' && answer.kind === 'approved' && answer.captured;
}

/** A charge with its provider's answer, and the number of the capture that it may have brought. */
interface AnsweredAttempt extends Pick<Payment, 'intent'> {
  readonly charge: ChargeRow;
  readonly answer: PaymentOutcome;
  readonly n: number;
}

function settlementOf(
  { now, scope }: TxAtOnce,
  { settlementRulesOf, docsUrl }: App,
  { intent, charge, answer, n }: AnsweredAttempt,
): Settlement {
  const capture = { rules: settlementRulesOf(scope), n };
  if (isUnneeded(intent, charge)) return settleSurplus({ intent, charge, answer, now }, capture);
  switch (answer.kind) {
    case 'approved':
      return settleApproved({ intent, charge, answer, now }, capture);
    case 'declined':
      return settleDeclined({ intent, charge, answer, now }, docsUrl);
    case 'requires_action':
      return settleRequiresAction({ intent, charge, answer, now });
    case 'awaits_server':
      return settleAwaitsServer({ intent, charge, answer, now });
    case 'pending':
    case 'unknown':
      return settleUndecided({ intent, charge, answer, now });
  }
}

interface SettledPayment extends Pick<PlannedQuery, 'fallbackAt'> {
  readonly payment: Payment;
  readonly settlement: Settlement;
  /** Instead of the lock: the transaction that must be the last to have written the payment. */
  readonly writtenBy?: string;
}

/** Writes the settlement of a locked payment with the commit, and publishes its events. */
export function writeSettlement(
  tx: TxAtOnce,
  app: App,
  { payment: before, settlement, fallbackAt, writtenBy }: SettledPayment,
): ConfirmedPayment {
  const { chargeEvent, intentEvent, captured } = settlement;
  const version = settlement.charge.version + (chargeEvent ? 1 : 0);
  const former = chargeOf(before, settlement.charge.id);
  const charge = { ...settlement.charge, version };
  const query = { at: charge.nextSyncAt, fallbackAt, isLast: captured !== null };
  const intent = { ...settlement.intent, version: settlement.intent.version + (intentEvent ? 1 : 0) };
  tx.alongCommit`
    with charge as (${updateCharge(charge, { query, writtenBy })}), intent as (${updateIntent(intent, writtenBy)})
      ${captured ? captureWrites(tx, captured) : fragment``}
    select ${requireUnchanged(fragment`(select count(*) from charge) + (select count(*) from intent) = 2`)}`;
  if (settlement.adjustment) adjustBalance(tx, settlement.adjustment);
  if (settlement.isLate) recordLateSuccess(tx, app, charge);

  const parts = { ...former, row: charge, movement: captured?.movement ?? former.movement };
  const after = withCharge({ ...before, intent }, parts);
  const paymentIntent = toPaymentIntentResource(after, app);
  if (chargeEvent) {
    const object = toChargeResource(parts, app);
    const previousAttributes =
      chargeEvent === 'charge.updated' ? formerAttributes(toChargeResource(former, app), object) : undefined;
    tx.emit(chargeEvent, { object, version: charge.version, previousAttributes });
  }
  if (intentEvent) {
    const previousAttributes =
      intentEvent === 'payment_intent.updated'
        ? formerAttributes(toPaymentIntentResource(before, app), paymentIntent)
        : undefined;
    tx.emit(intentEvent, { object: paymentIntent, version: intent.version, previousAttributes });
  }
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  if (charge.status !== former.row.status) tx.afterCommit(() => countPayment(app, charge));
  return { paymentIntent, objectVersion: intent.version };
}

/** Counts an attempt that was decided. */
function countPayment({ metrics }: App, { livemode, provider, paymentMethod, status }: ChargeRow): void {
  metrics.add('mizan.payments', {
    'mizan.livemode': String(livemode),
    'mizan.provider': provider,
    'mizan.payment_method': paymentMethod.type,
    'mizan.outcome': status === 'FAILED' ? 'declined' : 'approved',
  });
}

/** Further parts of the statement when money was captured: capture, movement, journals, and the balance event that is due. */
const captureWrites = (tx: TxAtOnce, { capture, movement, journals }: Captured): Fragment => fragment`,
  capture as (${captures.insert([capture])}),
  movement as (${balanceTransactions.insert([movement])}),
  ${postingOf(tx, journals)},
  counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})
  ${movement.status === 'available' ? fragment`, due as (${balanceDue(tx)})` : fragment``}`;

/**
 * Leaves money that came too late, or twice, to the janitor that refunds it or carries out the account's policy. Another
 * attempt that is still open is due at once: it must not bring money, too.
 */
function recordLateSuccess(tx: TxAtOnce, { metrics }: App, charge: ChargeRow): void {
  const { merchantId, livemode, id: chargeId, paymentIntentId, isSurplus, amount, currency } = charge;
  const row = { merchantId, livemode, chargeId, isSurplus, dueAt: tx.now, attempts: 0, createdAt: tx.now };
  tx.alongCommit`
    with late as (${lateSuccesses.insert([row])} on conflict do nothing)
    update charges set next_sync_at = ${tx.now}
    where ${own(tx)} and payment_intent_id = ${paymentIntentId} and id <> ${chargeId} and status = 'PENDING'`;
  tx.afterCommit(() => {
    const line = { event: 'payment.late_success', merchantId, paymentIntentId, chargeId, isSurplus, amount, currency };
    log[isSurplus ? 'warn' : 'info'](line); // others are what accounts have a policy for
    metrics.add('mizan.late_successes', { 'mizan.livemode': String(livemode), 'mizan.surplus': String(isSurplus) });
  });
}
