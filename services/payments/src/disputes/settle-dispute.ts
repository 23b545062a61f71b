import { isDeepStrictEqual } from 'node:util';
import type { Dispute } from '@mizan/contracts';
import {
  countRows,
  failpoint,
  formerAttributes,
  fragment,
  type Fragment,
  newId,
  own,
  type Tx,
} from '@mizan/service-kit';
import { balanceDue } from '../ledger/announce-balances.ts';
import { disputeJournal, disputeReversalJournal, type Journal } from '../ledger/journals.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import type { App } from '../payment/app.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { type DisputeParts, toDisputeResource, toListedDispute } from '../payment/dispute.resource.ts';
import { isClosed, isOpenDispute, laterStatus } from '../payment/dispute-state.ts';
import { disputes } from '../payment/dispute.table.ts';
import { newMovement } from '../payment/new-movement.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, type Payment, updateCharge, updateIntent, withCharge } from '../payment/payment.ts';
import type { DisputeStanding } from '../providers/port/dispute-standing.ts';
import { oneMore } from '../tables/counted.ts';

/** What is known of a dispute from now on; what is left out stays as it is. */
export type DisputeChange = Partial<
  Pick<DisputeStanding, 'reason' | 'status' | 'isInquiry' | 'evidenceDueBy' | 'isWithdrawn' | 'isReinstated'>
> & {
  /** Minor units; counts until the money was withdrawn. */
  readonly amount?: number | null;
  /** What was submitted, also if other evidence was saved while it was sent. */
  readonly evidence?: DisputeRow['evidence'];
};

/** A dispute with its payment, both as they are under the payment's lock. */
export interface LockedDispute {
  readonly payment: Payment;
  /** With version 0 before it is written for the first time. */
  readonly dispute: DisputeParts;
}

/**
 * Applies what became known of a dispute: its row, the ledger, and the charge. This is the only function that does so, for
 * requests, callbacks, the operator and the clock alike. Nothing is applied twice: the money is withdrawn once and returned
 * once, a status never goes back, and what is closed stays closed, so that changes may come twice, late and in any order.
 */
export async function settleDispute(
  tx: Tx,
  app: App,
  { payment: before, dispute: former, change }: LockedDispute & { readonly change: DisputeChange },
): Promise<Dispute> {
  const charge = chargeOf(before, former.row.chargeId);
  const moved = applied(former, change, { charge: charge.row, now: tx.now });
  const isNew = former.row.version === 0;
  const isLost = moved.row.status === 'LOST' && former.row.status !== 'LOST';
  const { amountCaptured, amountRefunded, amountLost } = charge.row;
  const lost = isLost ? Math.min(amountLost + moved.row.amount, amountCaptured - amountRefunded) : amountLost;
  if (!isNew && !isLost && isDeepStrictEqual(moved.row, former.row)) return toDisputeResource(former);

  const isRefundable =
    isClosed(moved.row.status) && amountCaptured > amountRefunded + lost && !(await hasOtherOpenDispute(tx, moved.row));
  const row = { ...moved.row, isRefundable, version: former.row.version + 1, updatedAt: tx.now };
  const dispute = { row, movements: moved.movements };
  const after = afterDispute(before, { chargeId: row.chargeId, amountLost: lost, now: tx.now });
  const added = moved.movements.filter((movement) => !former.movements.includes(movement));
  await write(tx, { row, isNew, journals: moved.journals, added, payment: after, isPaymentChanged: after !== before });
  emitDispute(tx, former, dispute);
  emitDisputed(tx, app, { before, after, chargeId: row.chargeId });
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  return toDisputeResource(dispute);
}

interface Applied extends DisputeParts {
  readonly journals: readonly Journal[];
}

/** The dispute after a change, with the money that it moves. */
function applied(
  { row: former, movements }: DisputeParts,
  change: DisputeChange,
  { charge, now }: { readonly charge: ChargeRow; readonly now: Date },
): Applied {
  // An inquiry that became a dispute never is one again: what says so is older than what is known.
  const isOutdated = !former.isInquiry && change.isInquiry === true && former.version > 0;
  const isInquiry = former.isInquiry && change.isInquiry !== false && change.isWithdrawn !== true;
  const becomesReal = former.isInquiry && !isInquiry;
  const reported = isOutdated ? null : change.status;
  const known = becomesReal ? 'NEEDS_RESPONSE' : former.status;
  const status = reported ? laterStatus(known, reported) : known;
  const isWithdrawn = former.balanceTransactionId !== null;
  const row: DisputeRow = {
    ...former,
    isInquiry,
    status,
    amount: isWithdrawn ? former.amount : (change.amount ?? former.amount),
    reason: change.reason ?? former.reason,
    evidence: change.evidence ?? former.evidence,
    evidenceDueBy: change.evidenceDueBy === undefined || isOutdated ? former.evidenceDueBy : change.evidenceDueBy,
    lostAt: status === 'NEEDS_RESPONSE' ? former.lostAt : null,
  };
  const { id: sourceId, currency, amount } = row;
  const { settlesTo } = charge;
  const journals: Journal[] = [];
  const moves = [...movements];
  if (change.isWithdrawn && !isWithdrawn) {
    const feeAmount = charge.isSurplus ? 0 : (charge.feeTerms.disputeFixed ?? 0);
    const movement = movementOf(row, charge, { type: 'dispute', gross: -amount, fee: feeAmount, now });
    Object.assign(row, { feeAmount, balanceTransactionId: movement.id });
    moves.push(movement);
    journals.push(disputeJournal({ sourceId, currency, amount, settlesTo, feeAmount }));
  }
  if (change.isReinstated && row.balanceTransactionId !== null && row.reversalBalanceTransactionId === null) {
    const movement = movementOf(row, charge, { type: 'dispute_reversal', gross: amount, fee: 0, now });
    Object.assign(row, { reversalBalanceTransactionId: movement.id });
    moves.push(movement);
    journals.push(disputeReversalJournal({ sourceId, currency, amount, settlesTo }));
  }
  return { row, movements: moves, journals };
}

function movementOf(
  { id, currency }: DisputeRow,
  charge: ChargeRow,
  moved: {
    readonly type: 'dispute' | 'dispute_reversal';
    readonly gross: number;
    readonly fee: number;
    readonly now: Date;
  },
): BalanceTransactionRow {
  const { type, gross, fee, now } = moved;
  const feeDetail = { type: 'platform_fee', amount: fee, currency, description: 'Fee of the dispute' } as const;
  return newMovement(charge, now, {
    id: newId('txn', now.getTime()),
    type,
    gross,
    fee,
    net: gross - fee,
    feeDetails: fee === 0 ? [] : [feeDetail],
    currency,
    sourceType: 'charge',
    sourceId: charge.id,
    journalSource: id,
    isMerchantHeld: charge.settlesTo === 'merchant',
  });
}

async function hasOtherOpenDispute(tx: Tx, { id, chargeId }: DisputeRow): Promise<boolean> {
  const other = await tx.one`
    select 1 from disputes where ${own(tx)} and charge_id = ${chargeId} and id <> ${id} and ${isOpenDispute} limit 1`;
  return other !== undefined;
}

/** The payment with its charge marked as disputed, which it stays, and what was lost of it; the same one where nothing changes. */
function afterDispute(
  payment: Payment,
  { chargeId, amountLost, now }: { readonly chargeId: string; readonly amountLost: number; readonly now: Date },
): Payment {
  const charge = chargeOf(payment, chargeId);
  if (charge.row.disputed && charge.row.amountLost === amountLost) return payment;
  if (charge.row.disputed) return withCharge(payment, { ...charge, row: { ...charge.row, amountLost } });
  const row = { ...charge.row, disputed: true, amountLost, version: charge.row.version + 1, updatedAt: now };
  const intent = { ...payment.intent, version: payment.intent.version + 1, updatedAt: now };
  return withCharge({ ...payment, intent }, { ...charge, row });
}

interface DisputeWrite {
  readonly row: DisputeRow;
  readonly isNew: boolean;
  readonly journals: readonly Journal[];
  readonly added: readonly BalanceTransactionRow[];
  readonly payment: Payment;
  readonly isPaymentChanged: boolean;
}

/** Writes all of it in one statement: the row, the money, and the charge. */
async function write(tx: Tx, { row, isNew, journals, added, payment, isPaymentChanged }: DisputeWrite): Promise<void> {
  const posted = journals.length > 0 ? fragment`, ${postingOf(tx, journals)}` : fragment``;
  const counts = new Map([...(isNew ? oneMore('disputes') : []), ['balance_transactions', added.length] as const]);
  for (const [list, rows] of counts) if (rows === 0) counts.delete(list);
  const order = journals.length > 0 ? afterBalances : fragment``;
  const counted = counts.size > 0 ? fragment`, counted as (${countRows(tx, counts, order)})` : fragment``;
  const moved = added.length > 0 ? fragment`, movement as (${balanceTransactions.insert([...added])})` : fragment``;
  const returned = added.some(({ gross }) => gross > 0) ? fragment`, due as (${balanceDue(tx)})` : fragment``;
  const ofPayment = isPaymentChanged
    ? fragment`, charge as (${updateCharge(chargeOf(payment, row.chargeId).row)}), intent as (${updateIntent(payment.intent)})`
    : fragment``;
  const dispute = isNew ? disputes.insert([row]) : updateDisputeRow(row);
  await tx.sql`with dispute as (${dispute}) ${ofPayment} ${moved} ${posted} ${counted} ${returned} select 1`;
}

/** Writes what changes of a dispute after it was opened. */
export function updateDisputeRow(row: DisputeRow): Fragment {
  const {
    id,
    merchantId,
    livemode,
    chargeId: _charge,
    paymentIntentId: _intent,
    createdAt: _created,
    ...changes
  } = row;
  const scope = { merchantId, livemode };
  return fragment`update disputes set ${disputes.set(changes)} where ${own({ scope })} and id = ${id}`;
}

/** Publishes what changed of a dispute. */
export function emitDispute(tx: Tx, former: DisputeParts, dispute: DisputeParts): void {
  const { status, version } = dispute.row;
  const object = toListedDispute(dispute);
  if (former.row.version === 0) {
    tx.emit('dispute.created', { object, version });
    return;
  }
  if (isClosed(status) && status !== former.row.status) {
    tx.emit('dispute.closed', { object, version });
    return;
  }
  tx.emit('dispute.updated', {
    object,
    version,
    previousAttributes: formerAttributes(toListedDispute(former), object),
  });
}

/** Publishes that a charge is disputed, once. */
function emitDisputed(
  tx: Tx,
  app: App,
  { before, after, chargeId }: { readonly before: Payment; readonly after: Payment; readonly chargeId: string },
): void {
  const [former, charge] = [chargeOf(before, chargeId), chargeOf(after, chargeId)];
  if (former.row.disputed) return;
  const previousAttributes = { disputed: false };
  tx.emit('charge.updated', { object: toChargeResource(charge, app), version: charge.row.version, previousAttributes });
  const object = toPaymentIntentResource(after, app);
  tx.emit('payment_intent.updated', {
    object,
    version: after.intent.version,
    previousAttributes: formerAttributes(toPaymentIntentResource(before, app), object),
  });
}
