import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fragment } from '../database/sql.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { sweep } from '../sweep.ts';
import type { DueClocks } from './test-clocks.ts';

const hourMs = 60 * 60_000;
const others = 2_000;

interface Chore {
  readonly id: string;
  readonly merchantId: string;
  readonly livemode: boolean;
}

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`
    create table chores (id text primary key, merchant_id text not null, livemode boolean not null, due_at timestamptz not null);
    create index chores_due on chores (due_at);
    insert into chores
      select 'later_' || n, 'acct_other', n % 2 = 0, now() + interval '1 hour' from generate_series(1, ${others}) as n;
    insert into chores values
      ('overdue', 'acct_other', true, now() - interval '1 hour'),
      ('overdue_ahead', 'acct_ahead', false, now() - interval '1 hour'),
      ('due_ahead', 'acct_ahead', false, now() + interval '1 hour'),
      ('live_ahead', 'acct_ahead', true, now() + interval '1 hour'),
      ('not_due_ahead', 'acct_ahead', false, now() + interval '3 hours');
    analyze chores;`);
  await probe.db.clocks.advance(probe.db.system, 'acct_ahead', 2 * hourMs);
});
afterAll(() => probe.close());

const isDue = (clocks: DueClocks) => clocks.isDue(fragment`due_at`, fragment`chores`);
const find = (clocks: DueClocks) => probe.db.system.sql<Chore>`
  select id, merchant_id as "merchantId", livemode from chores where ${isDue(clocks)} order by due_at, id limit 100`;

/** Runs a pass of a janitor, during which `query` finds what is due. @returns the chores that were handled, as the pass counts them */
async function sweepWith(query: typeof find): Promise<string[]> {
  const handled: string[] = [];
  const { signal } = new AbortController();
  const count = await sweep<Chore>(
    { db: probe.db, signal },
    {
      failure: { event: 'chore.failed', ids: ({ id }) => ({ id }) },
      due: (_db, clocks) => query(clocks),
      handle: async ({ id }) => void handled.push(id),
    },
  );
  expect(count).toBe(handled.length);
  return handled;
}

test('each account’s rows are due by its own clock, and are handled once', async () => {
  expect(await sweepWith(find)).toEqual(['overdue', 'overdue_ahead', 'due_ahead']);
  const due = await find(probe.db.clocks);
  expect(due.map(({ id }) => id)).toEqual(['overdue', 'overdue_ahead', 'due_ahead']);
});

test('while an account is far ahead, what is due in real time is found without reading what is not', async () => {
  const [inRealTime] = probe.db.clocks.parts();
  if (!inRealTime) throw new Error('there is no clock');
  const plan = await probe.db.system.sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) select id from chores where ${isDue(inRealTime)} order by due_at limit 100`;
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('using chores_due');
  expect(text).not.toContain('Rows Removed by Filter');
});

test('what is due in real time is handled although the rows of an account that is ahead cannot be read', async () => {
  let queries = 0;
  const handled = await sweepWith((clocks) => (queries++ === 0 ? find(clocks) : Promise.reject(new Error('too slow'))));
  expect([queries, handled]).toEqual([2, ['overdue', 'overdue_ahead']]);
});

test('rows that wait for one do not hold up those that wait for another, nor their next batch', async () => {
  const chore = (id: string): Chore => ({ id, merchantId: 'acct_other', livemode: true });
  const handled: string[] = [];
  const fast = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const count = await sweep<Chore>(
    { db: probe.db, signal },
    {
      failure: { event: 'chore.failed', ids: ({ id }) => ({ id }) },
      find: async () => ['slow_1', 'slow_2', 'fast_1', 'fast_2'].map(chore),
      laneOf: ({ id }) => id.slice(0, 4),
      handle: async ({ id }) => {
        if (id === 'fast_1') await wait(1_100); // longer than a pass lasts in which a lane has nothing left
        if (id === 'slow_1') await fast.promise.then(() => wait(1));
        handled.push(id);
        if (id === 'fast_2') fast.resolve();
      },
    },
  );
  expect([count, handled]).toEqual([3, ['fast_1', 'fast_2', 'slow_1']]); // slow_2 is found again
});
