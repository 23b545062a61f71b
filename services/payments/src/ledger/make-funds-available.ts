import {
  acrossMerchants,
  type Database,
  type Fragment,
  fragment,
  type JobContext,
  own,
  type Scope,
  sweep,
  type Tx,
} from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { balanceDue } from './announce-balances.ts';
import { availabilityJournal } from './journals.ts';
import { postingOf } from './post-journals.ts';

const batchSize = 100; // the next pass follows at once while there are more

/** Makes captured funds available once their delay is over. */
export const makeFundsAvailable = (context: Pick<JobContext, 'db' | 'signal'>): Promise<number> =>
  sweep<BalanceTransactionRow>(context, {
    failure: { event: 'balance.release_failed', ids: ({ id }) => ({ balanceTransactionId: id }) },
    due: ({ system }, clocks) => system.sql<BalanceTransactionRow>`
      select ${balanceTransactions.columns} from balance_transactions
      where ${acrossMerchants} and status = 'pending'
        and ${clocks.isDue(fragment`available_on`, fragment`balance_transactions`)}
      order by available_on, id limit ${batchSize}`,
    handle: (movement, scope) => context.db.transact(scope, (tx) => makeAvailable(tx, movement)),
  });

/** Funds of an account in a currency whose delay is over at `through`. */
interface DueFunds extends Pick<BalanceTransactionRow, 'currency'> {
  readonly through: Date;
}

const isDue = (unit: Pick<Tx, 'scope'>, { currency, through }: DueFunds): Fragment =>
  fragment`${own(unit)} and currency = ${currency} and status = 'pending' and available_on <= ${through}`;

/** Makes due funds of an account available before the job does, each in a transaction of its own; at most a batch. */
export async function makeDueAvailable(db: Database, scope: Scope, due: DueFunds): Promise<void> {
  const movements = await db.system.sql<BalanceTransactionRow>`
    select ${balanceTransactions.columns} from balance_transactions
    where ${isDue({ scope }, due)} order by available_on, id limit ${batchSize}`;
  for (const movement of movements) await db.transact(scope, (tx) => makeAvailable(tx, movement));
}

/** Whether funds are due that were not made available yet. */
export const hasDueFunds = async (tx: Tx, due: DueFunds): Promise<boolean> =>
  (await tx.one`select 1 from balance_transactions where ${isDue(tx, due)} limit 1`) !== undefined;

async function makeAvailable(
  tx: Tx,
  { id, journalSource: sourceId, currency, net: amount }: BalanceTransactionRow,
): Promise<boolean> {
  const released = await tx.one`
    update balance_transactions set status = 'available'
    where ${own(tx)} and id = ${id} and status = 'pending' returning 1`;
  if (!released) return false;
  await tx.sql`with ${postingOf(tx, [availabilityJournal({ sourceId, currency, amount })])} ${balanceDue(tx)}`;
  return true;
}
