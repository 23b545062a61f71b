import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, type Tx, violatedConstraint, withDatabase } from '@mizan/service-kit';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { floatJournal, type Journal } from './journals.ts';
import { coveredPostingOf, postingOf, repeatablePostingOf } from './post-journals.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.confirm();
});
afterAll(() => world.stop());

const scope = { merchantId: 'acct_ledger', livemode: false };

/** Runs `work` as the service's own login does. */
const asService = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, work);
const inTransaction = <T>(verb: (tx: Tx) => Promise<T>): Promise<T> => asService((db) => db.transact(scope, verb));
const stateOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: { code?: string }) => thrown.code,
  );

describe('the ledger', () => {
  test.each([
    'update ledger_tx set source_id = source_id',
    'delete from ledger_tx',
    'truncate ledger_tx cascade',
    'update ledger_entries set amount = amount + 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'alter table ledger_entries disable trigger all',
    'drop trigger ledger_entries_immutable on ledger_entries',
  ])('cannot be changed by the service: %s', async (statement) => {
    const attempt = asService((db) => db.system.sql([statement] as unknown as TemplateStringsArray));
    expect(await stateOf(attempt)).toBe('42501');
  });

  test.each(['update ledger_tx set source_id = source_id', 'delete from ledger_entries', 'truncate ledger_entries'])(
    'cannot be changed by its owner by mistake either: %s',
    async (statement) => {
      expect(await stateOf(world.db('payments').query(statement))).toBe('42501');
    },
  );

  test('refuses a journal that is out of balance when the transaction commits', async () => {
    const journal: Journal = {
      kind: 'float',
      sourceId: 'acct_unbalanced',
      entries: [{ account: 'merchant_available', currency: 'EGP', amount: 100 }],
    };
    let isWritten = false;
    const attempt = inTransaction(async (tx) => {
      await tx.sql`with ${postingOf(tx, [journal])} select 1`;
      isWritten = true;
    });
    expect(await stateOf(attempt)).toBe('23514');
    expect(isWritten).toBe(true);
  });

  test('refuses a line that is added to a journal later', async () => {
    const attempt = inTransaction(
      (tx) => tx.sql`
        insert into ledger_entries (tx_id, account, currency, merchant_id, livemode, amount)
        select id, 'platform_float', 'EGP', merchant_id, livemode, 1 from ledger_tx where source_kind = 'capture' limit 1`,
    );
    expect(await stateOf(attempt)).toBe('23514');
  });

  test('takes a journal whose lines come in two statements', async () => {
    const attempt = inTransaction(async (tx) => {
      const row = await tx.one<{ id: number }>`
        insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
        values ('acct_ledger', false, 'sale', 'ch_two_statements:cap:1', now()) returning id`;
      for (const amount of [-5, 5])
        await tx.sql`
          insert into ledger_entries (tx_id, account, currency, merchant_id, livemode, amount)
          values (${row?.id}, ${amount < 0 ? 'gross_volume' : 'merchant_sales'}, 'EGP', 'acct_ledger', false, ${amount})`;
    });
    expect(await stateOf(attempt)).toBe('done');
  });

  test('posts a source once: 23505 for money that moves, nothing for a journal that follows by event', async () => {
    const journal = floatJournal({ sourceId: 'acct_once', currency: 'EGP', amount: 100 });
    const balance = async () =>
      (
        await world
          .db('payments')
          .query(`select sum(balance) as balance from ledger_accounts where merchant_id = 'acct_ledger'`)
      ).rows;
    await inTransaction((tx) => tx.sql`with ${postingOf(tx, [journal])} select 1`);
    const again = inTransaction((tx) => tx.sql`with ${postingOf(tx, [journal])} select 1`);
    await again.catch((thrown: unknown) => expect(violatedConstraint(thrown)).toBe('ledger_tx_source'));
    expect(await stateOf(again)).toBe('23505');
    await inTransaction((tx) => tx.sql`with ${repeatablePostingOf(tx, [journal])} select 1`);
    expect(await balance()).toEqual([{ balance: '100' }]);
  });

  test('takes no more from a balance than it holds, however many ask at once', async () => {
    const take = (i: number) =>
      asService((db) =>
        db.transact({ merchantId: 'acct_ledger', livemode: false }, async (tx) => {
          const entries = floatJournal({ sourceId: `acct_take_${i}`, currency: 'EGP', amount: -30 }).entries;
          const stored = await tx.sql`
            with ${coveredPostingOf(tx, { kind: 'float', sourceId: `acct_take_${i}`, entries }, 'platform')} select * from stored`;
          if (stored.length === 0) throw new Error('not covered');
        }),
      ).then(
        () => 1,
        () => 0,
      );
    const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => take(i)));
    expect(taken.reduce<number>((sum, one) => sum + one, 0)).toBe(3); // 100 were there
  });
});
