import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LedgerFindingKind, type LedgerFinding } from '@mizan/contracts';
import { Metrics, withDatabase, type Database, type JobContext } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';
import { verifyAtOneMoment } from './report-verification.ts';
import { watchLedger } from './watch-ledger.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  const { id } = await world.confirm();
  await world.refund({ paymentIntentId: id, amount: 4_000 });
  await world.confirm({ currency: 'EGP', amount: 20_000 });
});
afterAll(() => world.stop());

/** What verification finds after `damage`, which is undone. As an administrator with all triggers off: nothing else can. */
async function findingsAfter(damage: string): Promise<string[]> {
  const admin = await world.db('payments').connect();
  const tables = [
    'ledger_entries',
    'ledger_tx',
    'ledger_accounts',
    'balance_transactions',
    'captures',
    'refunds',
    'charges',
    'payment_intents',
  ];
  try {
    await admin.query('set session_replication_role = replica');
    for (const table of tables) await admin.query(`create temp table kept_${table} as table payments.${table}`);
    await admin.query(damage);
    return (await world.findings()).map(({ kind }) => kind);
  } finally {
    for (const table of tables)
      await admin.query(
        `delete from payments.${table}; insert into payments.${table} table kept_${table}; drop table kept_${table}`,
      );
    await admin.query('set session_replication_role = origin');
    await admin.query(
      'create unique index if not exists ledger_tx_source on payments.ledger_tx (source_kind, source_id)',
    );
    admin.release();
  }
}

describe('verifyLedger', () => {
  test('finds nothing in a ledger that adds up', async () => {
    expect(await world.findings()).toEqual([]);
  });

  const anyEntry = `select ctid from ledger_entries where account = 'platform_fee' limit 1`;
  const aCapture = `select id from ledger_tx where source_kind = 'capture' limit 1`;
  const corruptions: [what: string, damage: string, kind: LedgerFinding['kind']][] = [
    [
      'a changed entry',
      `update ledger_entries set amount = amount + 1 where ctid = (${anyEntry})`,
      'journal_unbalanced',
    ],
    [
      'an entry of another merchant',
      `update ledger_entries set merchant_id = 'acct_other' where ctid = (${anyEntry})`,
      'journal_unbalanced',
    ],
    [
      'a journal that was posted twice',
      `drop index ledger_tx_source;
       insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
       select merchant_id, livemode, source_kind, source_id, created_at from ledger_tx where source_kind = 'capture'`,
      'journal_repeated',
    ],
    [
      'a lost journal',
      `with tx as (${aCapture}), lines as (delete from ledger_entries where tx_id in (select id from tx)) delete from ledger_tx where id in (select id from tx)`,
      'journal_missing',
    ],
    [
      'a journal of a refund that does not exist',
      `insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at) values ('acct_test', false, 'refund', 're_none', now())`,
      'journal_unfounded',
    ],
    ['a capture of another amount', `update captures set amount = amount - 1`, 'journal_amount_differs'],
    [
      'a changed balance',
      `update ledger_accounts set balance = balance + 1 where account = 'merchant_available'`,
      'balance_differs',
    ],
    ['a lost balance', `delete from ledger_accounts`, 'balance_differs'],
    ['a changed movement', `update balance_transactions set net = net + 1, gross = gross + 1`, 'movements_differ'],
    [
      'a changed part of a fee',
      `update balance_transactions set fee_details = jsonb_set(fee_details, '{0,amount}', '1') where type = 'charge'`,
      'fee_differs',
    ],
    [
      'a fee in the wrong account',
      `update ledger_entries set amount = amount + case account when 'fee_vat' then 1 else -1 end where tx_id in (${aCapture}) and account in ('fee_vat', 'platform_fee')`,
      'fee_differs',
    ],
    [
      'more given back in the buyer’s currency than was paid',
      `update charges set presentment_refunded = 1`,
      'presentment_differs',
    ],
    ['refunds beyond the capture', `update refunds set amount = 10001`, 'refunds_exceed_capture'],
    ['a charge that forgot its refund', `update charges set amount_refunded = 0`, 'payment_sum_differs'],
    [
      'an intent that received more',
      `update payment_intents set amount = amount + 1, amount_received = amount_received + 1`,
      'payment_sum_differs',
    ],
  ];
  test.each(corruptions)('finds %s', async (_, damage, kind) => {
    expect(await findingsAfter(damage)).toContain(kind);
    expect(await world.findings()).toEqual([]);
  });

  test('counts what is too much to be shown', async () => {
    const db = world.db('payments');
    await db.query(`insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
      select 'acct_test', false, 'refund', 're_none_' || n, now() from generate_series(1, 1200) n`);
    const { runtimeUrl } = world.databaseUrls('payments');
    const found = await withDatabase('payments', runtimeUrl, (reader) => verifyAtOneMoment(reader, 10_000));
    expect([found.findings.length, found.totals.get('journal_unfounded')]).toEqual([1_000, 1_200]);
    await db.query(`set session_replication_role = replica; delete from ledger_tx where source_id like 're_none%';
      set session_replication_role = origin`);
  });

  test('has seen every kind of fault here, but for a journal that follows by event and stays away', () => {
    const seen = new Set([...corruptions.map(([, , kind]) => kind), 'recording_pending']);
    expect([...seen].toSorted()).toEqual(LedgerFindingKind.options.toSorted());
  });
});

test('a ledger is not verified again before it has rested nineteen times as long as that took', async () => {
  const { runtimeUrl } = world.databaseUrls('payments');
  const changeBalance = (by: number) =>
    world.db('payments').query(`update ledger_accounts set balance = balance + ${by}`);
  await withDatabase('payments', runtimeUrl, async (db) => {
    const slow: Pick<Database, 'transact'> = {
      transact: (scope, body) =>
        db.transact(scope, async (tx) => {
          const answer = await body(tx);
          await tx.sql`select pg_sleep(0.1)`; // a long ledger
          return answer;
        }),
    };
    const metrics = new Metrics('payments');
    const watching = watchLedger(metrics, slow, 0);
    const run = () => watching.run({ signal } as JobContext);
    const { signal } = new AbortController();
    const differing = async () =>
      /mizan_ledger_findings\{.*"balance_differs".*\} (\d+)/.exec(await metrics.scrape())?.[1];
    await run();
    expect(await differing()).toBe('0');
    await changeBalance(1);
    await run();
    expect(await differing()).toBe('0');
    expect(
      Number(/^mizan_ledger_verification_interval_seconds.* (\S+)$/m.exec(await metrics.scrape())?.[1]),
    ).toBeGreaterThan(1.9);
    await eventually(async () => {
      await run();
      expect(await differing()).not.toBe('0');
    });
    await changeBalance(-1);
    await metrics.stop();
  });
});
