import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, own, withDatabase } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { fallbackTime, planQuery } from '../payment/payment.ts';
import { makeChargeDue } from '../provider-callbacks/make-charge-due.ts';
import { makeRefundDue } from '../provider-callbacks/make-refund-due.ts';
import { findDueCaptures } from '../captures/resolve-captures.ts';
import { findDueLateSuccesses } from '../late-successes/decide-late-successes.ts';
import { findDueCharges } from './resolve-charges.ts';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { pays } from '../money-history-commands.test-support.ts';
import { History, UnreliableWorld } from '../money-histories.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.replica('payments').stop(); // its janitors know nothing of the unreliable provider
});
afterAll(() => world.stop());

/** Runs `body` with an account of its own that has an unreliable provider. */
const withHistory = (body: (db: Database, history: History, unreliable: UnreliableWorld) => Promise<void>) =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => {
    const unreliable = new UnreliableWorld(db, world.confirmRequest);
    return body(db, new History(unreliable), unreliable);
  });

/** Runs `body` with an account whose payment was approved to be captured later, and its charge. */
const withHold = (body: (of: { db: Database; history: History; charge: () => Promise<ChargeRow> }) => Promise<void>) =>
  withHistory(async (db, history) => {
    await history.apply(pays('approves', 1));
    const charge = async (): Promise<ChargeRow> => {
      const row = await db.system.one<ChargeRow>`
        select ${charges.columns} from charges where ${own({ scope: history.scope })}`;
      if (!row) throw new Error('nothing was confirmed');
      return row;
    };
    await body({ db, history, charge });
  });

const at = (second: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, second));

describe('the next query about a charge, planned by who had set its time before it called the provider,', () => {
  test.each([
    ['is at the new time', { found: at(30), at: at(60), is: at(60) }],
    ['is none when the answer needs none', { found: at(30), at: null, is: null }],
    ['is at the new time when no time is set', { found: null, at: at(60), is: at(60) }],
    ['stays at what a callback reported meanwhile', { found: at(5), at: at(60), is: at(5) }],
    ['stays at what another query set, when the answer needs none', { found: at(45), at: null, is: at(45) }],
    ['is at the new time when that is sooner than what another set', { found: at(90), at: at(60), is: at(60) }],
    [
      'is none when the charge has brought its money, whatever was set',
      { found: at(5), at: null, isLast: true, is: null },
    ],
  ])('%s', (_what, { found, is, ...planned }) =>
    withHold(async ({ db, history: { scope }, charge }) => {
      const row = await charge();
      await db.system.sql`update charges set ${charges.set({ nextSyncAt: found })} where ${own({ scope })}`;
      await db.transact(scope, (tx) => tx.sql`${planQuery(row, 0, { fallbackAt: at(30), ...planned })}`);
      expect((await charge()).nextSyncAt).toEqual(is);
    }),
  );

  test('never has the time of two callers', () =>
    withHold(async ({ db, history: { scope }, charge }) => {
      for (const expected of [30_000, 29_999]) {
        await db.system.sql`
          update charges set ${charges.set({ nextSyncAt: fallbackTime(at(30)) })} where ${own({ scope })}`;
        expect((await charge()).nextSyncAt?.getTime()).toBe(at(0).getTime() + expected);
      }
    }));
});

test('a hold whose time is over is released again, each time later, for as long as its provider does not answer', () =>
  withHold(async ({ history, charge }) => {
    const { provider } = history;
    const chargeId = (await charge()).id;
    await history.apply({ do: 'expire hold', order: 1 });
    const waits: number[] = [];
    for (let tries = 0; tries < 4; tries++) {
      provider.keepsHold = true;
      const before = Date.now();
      await history.apply({ do: 'wait', order: 1, meanwhile: 'nothing' });
      waits.push(Math.round((((await charge()).nextSyncAt?.getTime() ?? 0) - before) / 10_000) * 10);
    }
    expect(waits).toEqual([30, 60, 300, 3_600]);
    provider.keepsHold = false;
    await history.apply({ do: 'wait', order: 1, meanwhile: 'nothing' });
    expect(provider.standingOf(chargeId)).toEqual({ kind: 'canceled' });
    expect(await charge()).toMatchObject({ status: 'FAILED', nextSyncAt: null, syncAttempts: 0 });
  }));

test('a callback that comes while an authorization is being recorded is not lost', () =>
  withHistory(async (db, history) => {
    const { scope } = history;
    await history.apply(pays('waits', 1));
    const recording = await world.db('payments').connect();
    try {
      await recording.query('begin');
      const { rows } = await recording.query<{ id: string }>(
        `update charges set status = 'SUCCEEDED', next_sync_at = null where merchant_id = $1 returning id`,
        [scope.merchantId],
      );
      await recording.query(
        `update payment_intents set status = 'UNCAPTURED', amount_capturable = amount where merchant_id = $1`,
        [scope.merchantId],
      );
      const notice = { id: rows[0]?.id ?? '', bringsMoney: true, changesHold: true };
      // A wait for a lock ends after three seconds, and a busy machine may need these to look: the callback then comes again.
      const report = (): Promise<void> =>
        makeChargeDue(db, scope, { ...notice, provider: 'simulator', now: at(5) }).catch((thrown: { code?: string }) =>
          ['55P03', '57014'].includes(thrown.code ?? '') ? report() : Promise.reject(thrown as Error),
        );
      const reported = report();
      const isWaiting = eventually(async () => {
        // A transaction would see the activity as it was at its first look.
        const waiting = await world
          .db('payments')
          .query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update charges set next_sync_at%'`,
          );
        expect(waiting.rows).toHaveLength(1);
      });
      await Promise.race([isWaiting, reported.then(() => isWaiting)]); // its own failure, should it not wait
      await recording.query('commit');
      await reported;
    } finally {
      recording.release(true);
    }
    const found = await db.system.sql`select next_sync_at from charges where ${own({ scope })}`;
    expect(found).toEqual([{ nextSyncAt: at(5) }]);
  }));

describe('the next query about a refund of which a callback reports something while it is queried', () => {
  test.each([
    ['is at the time of the callback, also where the answer needs none', { isReturned: false }],
    ['is none when the answer says that it has failed', { isReturned: true }],
  ])('%s', (_what, { isReturned }) =>
    withHistory(async (db, history, unreliable) => {
      const { scope, provider } = history;
      await history.apply(pays('approves', 0));
      await history.apply({ do: 'refund', order: 0, percent: 40, dies: 'never' });
      const [refundId = ''] = provider.refunds.keys();
      if (isReturned) provider.returned.add(refundId);
      const reportedAt = new Date(Date.now() + 30_000); // sooner than the janitor would repeat a query that gets no answer
      provider.meanwhile = () => makeRefundDue(db, scope, { id: refundId, now: reportedAt });
      await db.system.sql`update refunds set next_sync_at = now() - interval '1 second' where ${own({ scope })}`;
      await unreliable.runJanitors();
      expect(await db.system.sql`select status, next_sync_at from refunds where ${own({ scope })}`).toEqual([
        isReturned ? { status: 'FAILED', nextSyncAt: null } : { status: 'SUCCEEDED', nextSyncAt: reportedAt },
      ]);
    }),
  );
});

test('the next query about a refund of which a callback reports something while it is sent is at the time of the callback', () =>
  withHistory(async (db, history) => {
    const { scope, provider } = history;
    await history.apply(pays('approves', 0));
    const reportedAt = new Date(Date.now() + 3_000); // sooner than the request's own time, should its process die
    provider.meanwhile = async () => {
      const [refund] = await db.system.sql<{ id: string }>`select id from refunds where ${own({ scope })}`;
      await makeRefundDue(db, scope, { id: refund?.id ?? '', now: reportedAt });
    };
    await history.apply({ do: 'refund', order: 0, percent: 40, dies: 'never' });
    expect(await db.system.sql`select status, next_sync_at from refunds where ${own({ scope })}`).toEqual([
      { status: 'SUCCEEDED', nextSyncAt: reportedAt },
    ]);
  }));

test.each([
  ['in full', { captured: 0, capturable: 10_000 }],
  ['in part', { captured: 4_000, capturable: 6_000 }],
])('a query about the returned surplus of a payment leaves the hold of its other charge, %s', (_what, expected) =>
  withHistory(async (db, history) => {
    const ofAccount = own({ scope: history.scope });
    const wait = () => history.apply({ do: 'wait', order: 1, meanwhile: 'nothing' });
    await history.apply(pays('declines', 1));
    await history.apply(pays('approves', 1));
    if (expected.captured > 0)
      await history.apply({ do: 'capture', order: 1, percent: 40, isFinal: false, dies: 'never' });
    await history.apply({ do: 'approve', order: 1, attempt: 0, isReported: true });
    await wait();
    await db.system
      .sql`update charges set next_sync_at = now() - interval '1 second' where ${ofAccount} and is_surplus`;
    await wait();
    expect(
      await db.system.sql`
        select charges.status, is_surplus, next_sync_at, charges.amount_captured as captured, amount_capturable as capturable
        from charges join payment_intents on payment_intents.id = payment_intent_id
        where charges.merchant_id = ${history.scope.merchantId} and charges.livemode = ${history.scope.livemode}
        order by attempt`,
    ).toMatchObject([
      { status: 'REFUNDED', isSurplus: true, nextSyncAt: null, captured: 10_000 },
      { status: 'SUCCEEDED', isSurplus: false, nextSyncAt: null, ...expected },
    ]);
  }),
);

/** Open work that the janitors look up across all merchants: how it is found, and what makes a charge have some that is due. */
const openWork = {
  charges: {
    find: (db: Database) => findDueCharges(db.system, db.clocks),
    add: `update charges set next_sync_at = $2 where id = $1`,
  },
  captures: {
    find: (db: Database) => findDueCaptures(db.system, db.clocks),
    add: `insert into captures (charge_id, n, merchant_id, livemode, amount, is_final, status, next_sync_at, sync_attempts, created_at)
      select id, 9, merchant_id, livemode, 1, true, 'PENDING', $2, 0, now() from charges where id = $1`,
  },
  'late successes': {
    find: (db: Database) => findDueLateSuccesses(db.system, db.clocks),
    add: `insert into late_successes (merchant_id, livemode, charge_id, due_at, attempts, created_at)
      select merchant_id, livemode, id, $2, 0, now() from charges where id = $1`,
  },
};

test.each(Object.entries(openWork))(
  'due %s of one provider, however many, leave room for those of another',
  (_what, { find, add }) =>
    withHold(async ({ db, history: { scope }, charge }) => {
      const { id, provider } = await charge();
      const { rows: away } = await world.db('payments').query<{ id: string }>(
        `insert into charges select (jsonb_populate_record(charges, jsonb_build_object(
           'id', id || n, 'attempt', 1000 + n, 'provider', 'away', 'next_sync_at', null))).*
         from charges, generate_series(1, 60) as n where id = $1 returning id`,
        [id],
      );
      const anHourAgo = new Date(Date.now() - 60 * 60_000);
      for (const each of away) await world.db('payments').query(add, [each.id, anHourAgo]);
      await world.db('payments').query(add, [id, new Date()]);
      const found = (await find(db)).filter(({ merchantId }) => merchantId === scope.merchantId);
      expect([found.length, found.at(-1)?.provider]).toEqual([51, provider]);
    }),
);
