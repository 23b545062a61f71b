import { type Database, type Fragment, fragment, type JobContext, log, type Tx } from '@mizan/service-kit';
import { getBalance } from './read-balance.ts';

/** Merchants looked at in one pass; the next pass follows at once while there are more. */
const batchSize = 100;

/** The statement by which a transaction that makes funds available asks for them to be published. */
export const balanceDue = ({ scope }: Pick<Tx, 'scope'>): Fragment => fragment`
  insert into balance_dues (merchant_id, livemode) values (${scope.merchantId}, ${scope.livemode})`;

/**
 * Publishes the balances of merchants whose funds became available since the last pass. Not in the transactions of their
 * payments: an event that shows the whole balance would make all payments of a merchant wait for each other, and a
 * hundred of them in a moment need one such event, not a hundred.
 *
 * @returns how many merchants that were
 */
export async function announceBalances({ db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<number> {
  const due = await db.system.sql<{ merchantId: string; livemode: boolean }>`
    select distinct merchant_id as "merchantId", livemode from balance_dues limit ${batchSize}`;
  let done = 0;
  for (const scope of due) {
    if (signal.aborted) break;
    done += await announce(db, scope).catch((err: unknown) => {
      log.error({ event: 'balance.announce_failed', merchantId: scope.merchantId, err });
      return 0; // tried again in the next round, not at once
    });
  }
  return done;
}

const announce = (db: Database, scope: Tx['scope']): Promise<number> =>
  db.transact(scope, async (tx) => {
    const { merchantId, livemode } = scope;
    const announced = await tx.one<{ version: number }>`
      with due as (delete from balance_dues where merchant_id = ${merchantId} and livemode = ${livemode} returning 1)
      insert into balance_announcements (merchant_id, livemode, version)
      select ${merchantId}, ${livemode}::boolean, 1 where exists (select from due)
      on conflict (merchant_id, livemode) do update set version = balance_announcements.version + 1
      returning version`;
    if (!announced) return 0;
    // A statement of its own: it sees at least the postings whose dues were taken.
    tx.emit('balance.available', { object: await getBalance(tx), version: announced.version });
    return 1;
  });
