import { countRows, type TxAtOnce } from '@mizan/service-kit';
import { balanceDue } from '../ledger/announce-balances.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { oneMore } from '../tables/counted.ts';
import type { Adjustment } from './settlement.ts';

/** Writes a change of the balance that is no capture with the commit, in a transaction that holds the payment's lock. */
export function adjustBalance(tx: TxAtOnce, { movement, journals }: Adjustment): void {
  tx.alongCommit`
    with movement as (${balanceTransactions.insert([movement])}),
      ${postingOf(tx, journals)},
      counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)}),
      due as (${balanceDue(tx)})
    select`;
}
