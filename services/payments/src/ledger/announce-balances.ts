import { acrossMerchants, type Fragment, type JobContext, own, type Scope, sweep, type Tx } from '@mizan/service-kit';
import { balanceAnnouncements, balanceDues } from './balance-announcement.table.ts';
import { getBalance } from './read-balance.ts';

const batchSize = 100; // the next pass follows at once while there are more

/** The statement by which a transaction that makes funds available requests that they are published. */
export const balanceDue = ({ scope: { merchantId, livemode } }: Pick<Tx, 'scope'>): Fragment =>
  balanceDues.insert([{ merchantId, livemode }]);

/**
 * Publishes the balances of merchants whose funds became available since the last pass. Not in the transactions of their
 * payments: an event that shows the whole balance would make all payments of a merchant wait for each other, and a
 * hundred of them in a moment need one such event, not a hundred.
 */
export const announceBalances = (context: Pick<JobContext, 'db' | 'signal'>): Promise<number> =>
  sweep<Scope>(context, {
    failure: { event: 'balance.announce_failed', ids: () => ({}) },
    find: ({ system }) => system.sql<Scope>`
      with recursive merchant as (
        (select merchant_id, livemode from balance_dues where ${acrossMerchants} order by merchant_id, livemode limit 1)
        union all
        select following.merchant_id, following.livemode from merchant cross join lateral (
          select merchant_id, livemode from balance_dues
          where (merchant_id, livemode) > (merchant.merchant_id, merchant.livemode)
          order by merchant_id, livemode limit 1) following)
      select merchant_id, livemode from merchant limit ${batchSize}`,
    handle: (_row, scope) => context.db.transact(scope, announce),
  });

async function announce(tx: Tx): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const announced = await tx.one<{ version: number }>`
    with due as (delete from balance_dues where ${own(tx)} returning 1)
    ${balanceAnnouncements.into('merchantId', 'livemode', 'version')}
    select ${merchantId}, ${livemode}::boolean, 1 where exists (select from due)
    on conflict (merchant_id, livemode) do update set version = balance_announcements.version + 1
    returning version`;
  if (!announced) return false;
  // A statement of its own: it sees at least the postings of the dues that were deleted.
  tx.emit('balance.available', { object: await getBalance(tx), version: announced.version });
  return true;
}
