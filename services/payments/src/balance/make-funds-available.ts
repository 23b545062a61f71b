import { fragment, log, type Database, type JobContext, type Tx } from '@mizan/service-kit';
import { availabilityJournal } from '../ledger/journals.ts';
import { postingOf } from '../ledger/post-journals.ts';
import { balanceDue } from './announce-balances.ts';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';

/** Movements looked at in one pass; the next pass follows at once while there are more. */
const batchSize = 100;

/** Makes captured funds usable whose delay has passed. @returns how many movements that were */
export async function makeFundsAvailable({ db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<number> {
  const due = await db.system.sql<BalanceTransactionRow>`
    select * from balance_transactions
    where status = 'pending' and ${db.clocks.isDue(fragment`available_on`, fragment`balance_transactions`)}
    order by available_on, id limit ${batchSize}`;
  let done = 0;
  for (const movement of due) {
    if (signal.aborted) break;
    done += await release(db, movement).catch((err: unknown) => {
      log.error({ event: 'balance.release_failed', balanceTransactionId: movement.id, err });
      return 0; // tried again in the next round, not at once
    });
  }
  return done;
}

const release = (db: Database, movement: BalanceTransactionRow): Promise<number> =>
  db.transact({ merchantId: movement.merchant_id, livemode: movement.livemode }, (tx) => makeAvailable(tx, movement));

async function makeAvailable(
  tx: Tx,
  { id, journal_source: sourceId, currency, net: amount }: BalanceTransactionRow,
): Promise<number> {
  const { merchantId, livemode } = tx.scope;
  const released = await tx.one`
    update balance_transactions set status = 'available'
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} and status = 'pending' returning 1`;
  if (!released) return 0;
  await tx.sql`
    with ${postingOf(tx, [availabilityJournal({ sourceId, currency, amount })])}
    ${balanceDue(tx)}`;
  return 1;
}
