import type { PayoutFailureCode } from '@mizan/contracts';
import {
  countRows,
  failpoint,
  formerAttributes,
  fragment,
  own,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import { balanceDue } from '../ledger/announce-balances.ts';
import { payoutFailureJournal, payoutSettlementJournal } from '../ledger/journals.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { newMovement } from '../payment/new-movement.ts';
import { oneMore } from '../tables/counted.ts';
import type { PayoutRow } from './payout.entity.ts';
import { toPayoutResource } from './payout.resource.ts';
import { payouts } from './payout.table.ts';
import { type PayoutTrigger, transition } from './payout-state.ts';

/** What happened to a payout, and what is known with it. */
export interface PayoutChange extends Partial<Pick<PayoutRow, 'arrivalDate' | 'exportId'>> {
  readonly trigger: PayoutTrigger;
  readonly failureCode?: PayoutFailureCode;
}

const refusals: Readonly<Record<PayoutTrigger, string>> = {
  send: 'Only a PENDING payout can be sent to the bank.',
  pay: 'Only a payout that is IN_TRANSIT can be marked as paid. Export one that is PENDING first.',
  find: 'Only a PENDING payout can have been executed before a restore.',
  fail: 'Only a payout that is IN_TRANSIT can be marked as failed. One that is PENDING can be canceled; one that is PAID needs `returned: true`, if the bank has returned its money.',
  return: 'Only a payout that is PAID or IN_TRANSIT can be returned by the bank.',
  cancel: 'Only a PENDING payout can be canceled.',
};

/** The payout under the lock of its row. @throws Problem `resource_missing` */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow> {
  const row = await tx.one<PayoutRow>`
    select ${payouts.columns} from payouts where ${own(tx)} and id = ${id} for update`;
  if (!row) throw resourceMissing();
  return row;
}

/**
 * Applies what happened to a payout whose row is locked: its status, the ledger and the balance. This is the only function
 * that does so. Money that is not paid returns to the balance, once.
 *
 * @throws Problem `resource_invalid_state`
 */
export async function settlePayout(tx: Tx, former: PayoutRow, change: PayoutChange): Promise<PayoutRow> {
  const { trigger, ...known } = change;
  const moved = transition(former.status, trigger);
  if ('refusal' in moved) throw new Problem(moved.refusal, refusals[trigger]);
  const row: PayoutRow = {
    ...former,
    ...known,
    status: moved.to,
    isReturned: former.status === 'PAID',
    version: former.version + 1,
    updatedAt: tx.now,
  };
  await write(tx, row);
  emitPayout(tx, former, row);
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  return row;
}

async function write(tx: Tx, row: PayoutRow): Promise<void> {
  const { id: sourceId, amount, currency, status, isReturned } = row;
  const { version, arrivalDate, exportId, failureCode, updatedAt } = row;
  const changes = payouts.set({ status, isReturned, version, arrivalDate, exportId, failureCode, updatedAt });
  const update = fragment`update payouts set ${changes} where ${own(tx)} and id = ${sourceId}`;
  const moved = { sourceId, amount, currency };
  if (status === 'IN_TRANSIT') {
    await tx.sql`${update}`;
  } else if (status === 'PAID') {
    await tx.sql`with payout as (${update}), ${postingOf(tx, [payoutSettlementJournal(moved)])} select 1`;
  } else {
    const movement = newMovement(row, tx.now, {
      type: 'payout_failure',
      gross: amount,
      currency,
      sourceType: 'payout',
      sourceId,
      journalSource: sourceId,
    });
    await tx.sql`
      with payout as (${update}), movement as (${balanceTransactions.insert([movement])}),
        ${postingOf(tx, [payoutFailureJournal({ ...moved, isReturned })])},
        counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})
      ${balanceDue(tx)}`;
  }
}

function emitPayout(tx: Tx, former: PayoutRow, row: PayoutRow): void {
  const object = toPayoutResource(row);
  const { status, version } = row;
  if (status === 'PAID') tx.emit('payout.paid', { object, version });
  else if (status === 'FAILED') tx.emit('payout.failed', { object, version });
  else if (status === 'CANCELED') tx.emit('payout.canceled', { object, version });
  else
    tx.emit('payout.updated', {
      object,
      version,
      previousAttributes: formerAttributes(toPayoutResource(former), object),
    });
}
