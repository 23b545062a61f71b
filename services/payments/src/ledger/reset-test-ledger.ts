import type { Currency } from '@mizan/contracts';
import { type Fragment, fragment, newId, own, type Scope, type Tx } from '@mizan/service-kit';
import { type JournalEntry, resetJournal } from './journals.ts';
import { seedFloat } from './on-account-created.ts';
import { postingOf } from './post-journals.ts';

/** What the accounts of a ledger hold, as JSON of entries. */
export const ledgerSums = (scope: Scope): Fragment => fragment`
  select coalesce(jsonb_agg(jsonb_build_object('account', account, 'currency', currency, 'amount', amount)), '[]')
  from (
    select account, currency, sum(amount)::bigint as amount from ledger_entries
    where ${own({ scope })} group by account, currency having sum(amount) <> 0) as sums`;

/**
 * Brings the ledger of an account's test mode back to its beginning without changing a row of it: a journal takes every
 * account to zero from what it held when the payments were removed, and the float is posted again. `ledger verify` knows
 * that what lies before such a journal has lost its payments.
 */
export async function resetTestLedger(tx: Tx, sums: readonly JournalEntry[]): Promise<void> {
  const { merchantId } = tx.scope;
  const resetId = `${merchantId}:${newId('txn', tx.now.getTime())}`;
  const journals = [...new Set(sums.map(({ currency }) => currency))].sort().map((currency) =>
    resetJournal(
      { sourceId: `${resetId}:${currency}`, currency },
      sums.filter((sum) => sum.currency === currency),
    ),
  );
  if (journals.length > 0) await tx.sql`with ${postingOf(tx, journals)} select 1`;
  const seeded = await tx.one<{ currency: Currency }>`
    select currency from ledger_entries join ledger_tx on ledger_tx.id = tx_id
    where ${own(tx, 'ledger_tx')} and source_kind = 'float' and source_id = ${merchantId} limit 1`;
  // An account whose first float is still on its way gets that one.
  if (seeded) await seedFloat(tx, { id: merchantId, defaultCurrency: seeded.currency }, resetId);
}
