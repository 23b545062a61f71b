import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LedgerFinding, LedgerFindingKind } from '@mizan/contracts';
import { type Database, type JobContext, Metrics, withDatabase } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { type Extent, verifyExtent } from './verify-ledger.ts';
import { watchLedger } from './watch-ledger.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_TEST_SETTLEMENT: 'instant' } });
  const { id } = await world.confirm();
  await world.refund({ paymentIntentId: id, amount: 4_000 });
  await payEverythingOut();
  await world.confirm({ currency: 'EGP', amount: 20_000 });
});
/** An automatic payout of all that is payable. */
async function payEverythingOut(): Promise<void> {
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' };
  const { body } = await world.merchant<{ id: string }>('POST', '/bank-accounts', account);
  await world.merchant('PUT', '/payout-schedules/EGP', { interval: 'daily', bankAccountId: body.id });
  await world.db('payments').query('update payout_schedules set next_payout_at = now()');
  const created = await eventually(async () => {
    const { data } = (await world.merchant<{ data: { id: string }[] }>('GET', '/payouts')).body;
    expect(data).toHaveLength(1);
    return data[0]?.id ?? '';
  });
  await world.merchant('POST', `/test-helpers/payouts/${created}/simulate`, { outcome: 'pay' });
}
afterAll(() => world.stop());

/** What verification finds after `damage`, which is undone. As an administrator with all triggers off: nothing else can. */
async function findingsAfter(damage: string, find = () => world.findings()): Promise<string[]> {
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
    'payouts',
  ];
  try {
    await admin.query('set session_replication_role = replica');
    for (const table of tables) await admin.query(`create temp table kept_${table} as table payments.${table}`);
    await admin.query(damage);
    return (await find()).map(({ kind }) => kind);
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
      'more refunded in the buyer’s currency than was paid',
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
    ['a payout of another amount', `update payouts set amount = amount + 1`, 'journal_amount_differs'],
    [
      'a payout that lists too little',
      `update balance_transactions set payout_id = null where type = 'refund'`,
      'payout_sum_differs',
    ],
  ];
  test.each(corruptions)('finds %s', async (_, damage, kind) => {
    expect(await findingsAfter(damage)).toContain(kind);
    expect(await world.findings()).toEqual([]);
  });

  describe('of what has moved money of late', () => {
    const inDatabase = <T>(work: (db: Database) => Promise<T>) =>
      withDatabase('payments', world.databaseUrls('payments').runtimeUrl, work);
    const verify = async (extent: Extent) =>
      (await inDatabase((db) => verifyExtent(db, { extent, maxMs: 10_000 }))).findings;
    const recent = async () => (await verify('recent')).filter(({ kind }) => kind !== 'recording_pending');
    const startOver = () =>
      world.db('payments').query(`delete from ledger_sums;
        update ledger_progress set summed_through = 0, seen_through = 0, seen_at = '-infinity'`);
    /** As if ten minutes had passed, twice: every journal of now has settled. */
    const settle = async () => {
      for (const _ of ['seen', 'summed']) {
        await world.db('payments').query(`update ledger_progress set seen_at = '-infinity'`);
        await verify('recent');
      }
    };

    test.each(corruptions.filter(([, , kind]) => kind !== 'movements_differ'))('finds %s', async (_, damage, kind) => {
      await startOver();
      expect(await findingsAfter(damage, recent)).toContain(kind);
      expect(await recent()).toEqual([]);
    });

    test('adds what is recent to the sums of what has settled', async () => {
      await startOver();
      await settle();
      const progress = async () =>
        (await world.db('payments').query('select summed_through::int as through from ledger_progress')).rows[0];
      const settled = await progress();
      await world.confirm();
      const newest = await world.db('payments').query('select max(id)::int as id from ledger_tx');
      expect(settled.through).toBeLessThan(newest.rows[0].id);
      expect(await recent()).toEqual([]);
      expect(await progress()).toEqual(settled);
      const changed = `update ledger_accounts set balance = balance + 1 where account = 'merchant_available'`;
      expect(await findingsAfter(changed, recent)).toEqual(['balance_differs']);
      await settle();
      expect(await progress()).toEqual({ through: newest.rows[0].id });
      expect(await recent()).toEqual([]);
      expect(await findingsAfter(changed, recent)).toEqual(['balance_differs']);
    });

    test('leaves old payments to the verification of the whole', async () => {
      await startOver();
      await settle();
      const forgets = `update charges set amount_refunded = 0`;
      expect(await findingsAfter(forgets, recent)).toEqual([]);
      expect(await findingsAfter(forgets, () => verify('settled'))).toContain('payment_sum_differs');
    });

    test('misses what follows by event once the journal has settled, not before', async () => {
      await startOver(); // this world has no bus: nothing ever follows
      const kinds = async (extent: Extent) => new Set((await verify(extent)).map(({ kind }) => kind));
      expect([await kinds('recent'), await kinds('settled')]).toEqual([new Set(), new Set()]);
      await world.db('payments').query(`update ledger_progress set seen_at = '-infinity'`);
      expect(await kinds('recent')).toEqual(new Set(['recording_pending']));
      expect(await kinds('settled')).toEqual(new Set(['recording_pending']));
      expect(await kinds('everything')).toEqual(new Set(['recording_pending']));
    });
  });

  test('counts what is too much to be shown', async () => {
    const db = world.db('payments');
    await db.query(`insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
      select 'acct_test', false, 'refund', 're_none_' || n, now() from generate_series(1, 1200) n`);
    const { runtimeUrl } = world.databaseUrls('payments');
    const found = await withDatabase('payments', runtimeUrl, (reader) =>
      verifyExtent(reader, { extent: 'everything', maxMs: 10_000 }),
    );
    expect([found.findings.length, found.totals.get('journal_unfounded')]).toEqual([1_000, 1_200]);
    await db.query(`set session_replication_role = replica; delete from ledger_tx where source_id like 're_none%';
      set session_replication_role = origin`);
  });

  test('has seen every kind of fault here, but for a journal that follows by event and stays away', () => {
    const seen = new Set([...corruptions.map(([, , kind]) => kind), 'recording_pending']);
    expect([...seen].toSorted()).toEqual(LedgerFindingKind.options.toSorted());
  });
});

describe('watchLedger', () => {
  /** A watch of a ledger that takes `tookMs` to verify, by a clock that goes on by hand. */
  const watching = (db: Database, everySeconds: number, tookMs: number) => {
    const metrics = new Metrics('payments');
    const watch = { nowMs: 0, verified: 0, fault: undefined as Error | undefined, each: () => {} };
    const counting: Pick<Database, 'transact'> = {
      transact: async (scope, body) => {
        watch.verified++;
        watch.nowMs += tookMs;
        if (watch.fault) throw watch.fault;
        return db.transact(scope, (tx) =>
          body({
            ...tx,
            sql: (...statement: Parameters<typeof tx.sql>) => {
              watch.each();
              return tx.sql(...statement);
            },
          } as typeof tx),
        );
      },
    };
    const job = watchLedger({ metrics, db: counting }, everySeconds, () => watch.nowMs);
    const { signal } = new AbortController();
    return Object.assign(watch, {
      metrics,
      everyMs: job.everyMs,
      run: (over = signal) => job.run({ signal: over } as JobContext),
      read: async (name: string) =>
        Number(new RegExp(`^mizan_ledger_${name}.* (\\S+)$`, 'm').exec(await metrics.scrape())?.[1]),
    });
  };
  let db: Database;
  let close: () => void;
  let closed: Promise<void>;
  beforeAll(async () => {
    const { runtimeUrl } = world.databaseUrls('payments');
    await new Promise<void>((opened) => {
      closed = withDatabase('payments', runtimeUrl, (own) => {
        db = own;
        opened();
        return new Promise<void>((end) => (close = end));
      });
    });
  });
  afterAll(() => {
    close();
    return closed;
  });

  test('lets a ledger rest nineteen times as long as verifying it took', async () => {
    const watch = watching(db, 1, 500);
    await watch.run();
    expect(await watch.read('verification_interval_seconds')).toBe(9.5);
    expect(await watch.read('findings\\{.*"balance_differs"')).toBe(0);
    await world.db('payments').query('update ledger_accounts set balance = balance + 1');
    watch.nowMs += 9_400;
    await watch.run();
    expect([watch.verified, await watch.read('verification_age_seconds')]).toEqual([1, 9.4]);
    watch.nowMs += 100;
    await watch.run();
    expect([watch.verified, await watch.read('verification_age_seconds')]).toEqual([2, 0]);
    expect(await watch.read('findings\\{.*"balance_differs"')).toBeGreaterThan(0);
    await world.db('payments').query('update ledger_accounts set balance = balance - 1');
  });

  test('looks at what is recent until a day has passed, and at everything while something is wrong', async () => {
    await world
      .db('payments')
      .query(`update ledger_progress set seen_through = 0, summed_through = 0, seen_at = now()`);
    const watch = watching(db, 300, 0);
    const found = async (afterMs: number, name: string) => {
      watch.nowMs += afterMs;
      await watch.run();
      return watch.read(`findings\\{.*"${name}"`);
    };
    const change = (by: number) =>
      world.db('payments').query('update balance_transactions set net = net + $1, gross = gross + $1', [by]);
    expect(await found(0, 'movements_differ')).toBe(0);
    await change(1);
    expect(await found(300_000, 'movements_differ')).toBe(0);
    expect(await found(86_400_000, 'movements_differ')).toBeGreaterThan(0);
    expect(await found(300_000, 'movements_differ')).toBeGreaterThan(0);
    await change(-1);
    expect(await found(300_000, 'movements_differ')).toBe(0);
  });

  test('looks every few seconds, so that a rest ends when it says, and a timer may be early', async () => {
    const watch = watching(db, 300, 16_000); // rests 304 s
    expect(watch.everyMs).toBe(5_000);
    await watch.run();
    watch.nowMs += 300_000;
    await watch.run();
    expect(watch.verified).toBe(1);
    watch.nowMs += 3_999.1;
    await watch.run();
    expect(watch.verified).toBe(2);
  });

  test('rests after a failure too, and what it says of age and interval stays that of the last that ended', async () => {
    const watch = watching(db, 1, 500);
    await watch.run();
    watch.nowMs += 9_500;
    watch.fault = new Error('too long');
    await expect(watch.run()).rejects.toThrow('too long');
    await watch.run();
    expect(watch.verified).toBe(2);
    expect(await watch.read('verification_age_seconds')).toBe(10);
    expect(await watch.read('verification_interval_seconds')).toBe(9.5);
    watch.nowMs += 9_500;
    await expect(watch.run()).rejects.toThrow('too long');
  });

  test('begins at once in a new leadership, and ends with it before the next check', async () => {
    const watch = watching(db, 300, 0);
    await watch.run();
    const lead = new AbortController();
    let statements = 0;
    watch.each = () => {
      if (++statements === 5) lead.abort();
    };
    expect(await watch.run(lead.signal)).toBe(0); // no failure: it just stops
    expect([watch.verified, statements]).toEqual([2, 5]);
    expect(await watch.read('verification_age_seconds')).toBeNaN(); // who does not lead says nothing
  });

  test('is bounded as a whole, not check by check', async () => {
    const slow: Pick<Database, 'transact'> = {
      transact: (scope, body) =>
        db.transact(scope, async (tx) => {
          const answer = await body(tx);
          for (let times = 0; times < 10; times++) await tx.sql`select pg_sleep(0.2)`;
          return answer;
        }),
    };
    await expect(verifyExtent(slow, { extent: 'everything', maxMs: 1_000 })).rejects.toThrow(
      /transaction timeout|Connection terminated|connection error/,
    );
    expect(
      (await verifyExtent(db, { extent: 'everything', maxMs: 10_000 })).totals.get('balance_differs'),
    ).toBeUndefined();
  });
});
