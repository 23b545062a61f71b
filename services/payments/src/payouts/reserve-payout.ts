import { countRows, failpoint, type Tx } from '@mizan/service-kit';
import { payoutJournal } from '../ledger/journals.ts';
import { afterBalances, coveredPostingOf } from '../ledger/post-journals.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { newMovement } from '../payment/new-movement.ts';
import { oneMore } from '../tables/counted.ts';
import type { PayoutRow } from './payout.entity.ts';
import { toPayoutResource } from './payout.resource.ts';
import { payouts } from './payout.table.ts';

/**
 * Writes a payout and debits what is payable, in one statement. That decides here whether money may leave: of two payouts at
 * once the second sees what the first left.
 *
 * @returns false when the payable balance does not cover it: the caller rolls back its transaction
 */
export async function reservePayout(tx: Tx, row: PayoutRow): Promise<boolean> {
  const { id: sourceId, currency, amount, isAutomatic } = row;
  const movement = newMovement(row, row.createdAt, {
    type: 'payout',
    gross: -amount,
    currency,
    sourceType: 'payout',
    sourceId,
    journalSource: sourceId,
    // An automatic payout has taken the transactions that it pays out; that of another is taken by a later one.
    payoutId: isAutomatic ? sourceId : null,
  });
  const journal = payoutJournal({ sourceId, currency, amount });
  const written = await tx.one<{ covered: boolean }>`
    with payout as (${payouts.insert([row])}),
      movement as (${balanceTransactions.insert([movement])}),
      ${coveredPostingOf(tx, journal, 'platform')},
      counted as (${countRows(tx, oneMore('balance_transactions', 'payouts'), afterBalances)})
    select exists (select from stored) as covered`;
  if (!written?.covered) return false;
  tx.emit('payout.created', { object: toPayoutResource(row), version: row.version });
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  return true;
}
