import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tx } from '../database/database.ts';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { consumer, type BusEvent, type Consumer, type Preparation } from './consumer.ts';
import { requeueJob } from './dead-letters.ts';
import { deliver } from './deliver.test-support.ts';
import { SiblingOverloaded } from '../overload.ts';
import { Problem } from '../problem.ts';
import { handleMessages } from './handle-message.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner('create table effects (object_id text not null)');
});
afterAll(() => probe.close());

type Handle = (tx: Tx, event: BusEvent<'product.deleted'>) => Promise<void>;
const durable = 'catalog-probe';
const source = { prefix: '', livemode: false };
const hourMs = 3600_000;
const consumerOf = (handle: Handle) =>
  consumer({ name: 'probe', purpose: 'is a test', on: { 'product.deleted': handle } });
const takeEffect: Handle = async (tx, event) => void (await tx.sql`insert into effects values (${event.object.id})`);

const handle = async (run: Handle, delivery: ReturnType<typeof deliver>) => {
  await handleMessages({ db: probe.db, durable, consumer: consumerOf(run), ...source }, [delivery.message]);
  return delivery.answers;
};
const requeue = (run: Handle) =>
  requeueJob('catalog', [consumerOf(run)], '').run({
    db: probe.db,
    calls: {} as never,
    signal: new AbortController().signal,
  });
const lettersOf = (id: string) =>
  probe.db.system.sql<{
    reason: string;
    requeuedAt: Date | null;
  }>`select * from dead_letters where event_id = ${`evt_${id}`}`;
const failuresOf = (id: string) =>
  probe.db.system.one<{ attempts: number }>`select attempts from consumer_failures where event_id = ${`evt_${id}`}`;
const effectsOf = async (id: string) =>
  (await probe.db.system.sql`select 1 from effects where object_id = ${`prod_${id}`}`).length;

test.each([
  ['another type', `events.v1.test.${probeScope.merchantId}.checkout.session.expired`, {}],
  ['another account', 'events.v1.test.acct_other.product.deleted', {}],
  ['the other mode', `events.v1.live.${probeScope.merchantId}.product.deleted`, {}],
  ['another stack', `other.events.v1.test.${probeScope.merchantId}.product.deleted`, {}],
  [
    'another type than one that only a newer version knows',
    `events.v1.test.${probeScope.merchantId}.product.deleted`,
    { type: 'product.archived' },
  ],
])(
  'an event that was published under the subject of %s is a dead letter at once, also when it is requeued',
  async (what, subject, more) => {
    const id = `forged_${what.split(' ').slice(0, 4).join('_')}`;
    expect(await handle(takeEffect, deliver(id, { subject, ...more }))).toEqual(['term']);
    await probe.world.db('catalog').query(`update dead_letters set requeued_at = now()`);
    await requeue(takeEffect);
    const letters = await probe.db.system.sql<{ reason: string }>`
    select reason from dead_letters where event_id = ${`misaddressed:evt_${id}`}`;
    expect(letters).toEqual([{ reason: expect.stringMatching(/subject|cannot read/) }]);
    expect(await effectsOf(id)).toBe(0);
  },
);

test('a handler that keeps failing is tried 8 times, ever more rarely, and then its event is a dead letter with the reason', async () => {
  const answers: string[] = [];
  for (let attempt = 1; attempt <= 8; attempt++)
    answers.push(
      ...(await handle(
        async (tx, event) => takeEffect(tx, event).then(() => Promise.reject(new Error(`failure ${attempt}`))),
        deliver('fails'),
      )),
    );
  expect(answers).toEqual([...[1, 5, 30, 120, 600, 600, 600].map((seconds) => `again in ${seconds} s`), 'term']);
  expect(await lettersOf('fails')).toMatchObject([{ reason: 'Error: failure 8', requeuedAt: null }]);
  expect(await effectsOf('fails')).toBe(0);
});

test('an event that kills its process every time is a dead letter in the end, and those beside it take effect once', async () => {
  await probe.asOwner('create table survivors (object_id text not null)');
  const program = fileURLToPath(new URL('./killed-handler.test-support.ts', import.meta.url));
  const run = (deliveryCount: number) =>
    spawnSync(process.execPath, [program, String(deliveryCount)], {
      env: { ...process.env, PROBE_DATABASE_URL: probe.world.databaseUrls('catalog').runtimeUrl },
      encoding: 'utf8',
    });
  const failures = () =>
    probe.db.system.sql`select event_id, attempts from consumer_failures where consumer = 'catalog-killed'`;
  for (const deliveryCount of [1, 3, 4]) expect(run(deliveryCount)).toMatchObject({ signal: 'SIGKILL' });
  expect(await failures()).toEqual([{ eventId: 'evt_killer', attempts: 2 }]); // started twice while suspected
  const survivors = () => probe.db.system.sql`select object_id from survivors order by 1`;
  const others = ['after', 'before', 'foreign'].map((name) => ({ objectId: `prod_${name}` }));
  expect(await survivors()).toEqual(others); // before the killer was buried
  await probe.world.db('catalog').query('update consumer_failures set attempts = 8');
  expect(run(11)).toMatchObject({ status: 0 });
  const letters = await probe.db.system.sql<{ eventId: string; reason: string }>`
    select event_id, reason from dead_letters where consumer = 'catalog-killed'`;
  expect(letters).toEqual([
    { eventId: 'evt_killer', reason: expect.stringMatching(/^crash loop: started and neither/) },
  ]);
  expect(await survivors()).toEqual(others);
});

test('many deliveries that a restarted server explains bury nothing, and success forgets earlier failures', async () => {
  await handle(takeEffect, deliver('repeated'));
  expect(await handle(takeEffect, deliver('repeated', { deliveryCount: 25 }))).toEqual(['ack']);
  await handle(() => Promise.reject(new Error('once')), deliver('failed_once'));
  expect(await handle(takeEffect, deliver('failed_once', { deliveryCount: 2 }))).toEqual(['ack']);
  expect([await effectsOf('repeated'), await effectsOf('failed_once')]).toEqual([1, 1]);
  expect([...(await lettersOf('repeated')), ...(await lettersOf('failed_once'))]).toEqual([]);
  expect(await failuresOf('failed_once')).toBeUndefined();
});

test('a handler that keeps failing is tried 8 times too when each delivery is a repeated one', async () => {
  const answers: string[] = [];
  for (let deliveryCount = 1; deliveryCount <= 8; deliveryCount++)
    answers.push(...(await handle(() => Promise.reject(new Error('bug')), deliver('fails_again', { deliveryCount }))));
  expect(answers.map((each) => each.split(' ')[0])).toEqual([...Array.from({ length: 7 }, () => 'again'), 'term']);
});

test('events that arrive together and fail together are judged one by one', async () => {
  const deliveries = ['good_1', 'bad', 'good_2'].map((id) => deliver(id));
  const run: Handle = async (tx, event) => {
    await takeEffect(tx, event);
    if (event.object.id === 'prod_bad') throw new Error('bad');
  };
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(run), ...source },
    deliveries.map(({ message }) => message),
  );
  expect(deliveries.map(({ answers }) => answers)).toEqual([['ack'], ['again in 1 s'], ['ack']]);
  expect([await effectsOf('good_1'), await effectsOf('bad'), await effectsOf('good_2')]).toEqual([1, 0, 1]);
});

test('events of many accounts that arrive together share one transaction, each in the scope of its account', async () => {
  await probe.asOwner('create table scoped (object_id text not null, merchant_id text not null, xid text not null)');
  const run: Handle = async (tx, event) =>
    void (await tx.sql`insert into scoped values (${event.object.id}, ${tx.scope.merchantId}, pg_current_xact_id()::text)`);
  const deliveries = ['acct_b', 'acct_a', 'acct_c', 'acct_a'].map((merchantId, i) =>
    deliver(`shared_${i}`, { merchantId }),
  );
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(run), ...source },
    deliveries.map(({ message }) => message),
  );
  expect(deliveries.map(({ answers }) => answers)).toEqual(deliveries.map(() => ['ack']));
  const rows = await probe.db.system.sql<{ objectId: string; merchantId: string; xid: string }>`select * from scoped`;
  expect(rows.map(({ objectId, merchantId }) => [objectId, merchantId])).toEqual([
    ['prod_shared_1', 'acct_a'],
    ['prod_shared_3', 'acct_a'],
    ['prod_shared_0', 'acct_b'],
    ['prod_shared_2', 'acct_c'],
  ]);
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(1);
});

test('an event that fails holds back none of its own or of another account, and none takes effect twice', async () => {
  const deliveries = [
    deliver('mixed_1', { merchantId: 'acct_a' }),
    deliver('mixed_bad', { merchantId: 'acct_b' }),
    deliver('mixed_2', { merchantId: 'acct_b' }),
    deliver('mixed_3', { merchantId: 'acct_c' }),
  ];
  const run: Handle = async (tx, event) => {
    await takeEffect(tx, event);
    if (event.object.id === 'prod_mixed_bad') throw new Error('bad');
  };
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(run), ...source },
    deliveries.map(({ message }) => message),
  );
  expect(deliveries.map(({ answers }) => answers)).toEqual([['ack'], ['again in 1 s'], ['ack'], ['ack']]);
  const effects = ['mixed_1', 'mixed_bad', 'mixed_2', 'mixed_3'].map(effectsOf);
  expect(await Promise.all(effects)).toEqual([1, 0, 1, 1]);
});

describe('an event for which nothing is to be done', () => {
  const inboxOf = (id: string) => probe.db.system.sql`select 1 from inbox where event_id = ${`evt_${id}`}`;
  const take = (only: Parameters<typeof consumer>[0], ...deliveries: ReturnType<typeof deliver>[]) =>
    handleMessages(
      { db: probe.db, durable, consumer: consumer(only), ...source },
      deliveries.map(({ message }) => message),
    );
  const declared = { name: 'probe', purpose: 'is a test' };

  test('by its object is acknowledged without a row in the inbox; others beside it take effect', async () => {
    const when = ({ id }: { readonly id: string }) => id.endsWith('taken');
    const [left, taken] = [deliver('cond_left'), deliver('cond_taken', { seq: 2 })];
    await take({ ...declared, on: { 'product.deleted': { when, handle: takeEffect } } }, left, taken);
    expect([left.answers, taken.answers]).toEqual([['ack'], ['ack']]);
    expect([await effectsOf('cond_left'), await effectsOf('cond_taken')]).toEqual([0, 1]);
    expect([await inboxOf('cond_left'), await inboxOf('cond_taken')]).toEqual([[], [expect.anything()]]);
  });

  test('because it was applied in another way is acknowledged likewise, unless it was delivered before', async () => {
    const only = {
      ...declared,
      unapplied: (_db: unknown, events: readonly BusEvent[]) =>
        Promise.resolve(events.filter(({ id }) => !id.includes('known'))),
      on: { 'product.deleted': takeEffect },
    };
    const deliveries = [deliver('known_1'), deliver('known_2', { deliveryCount: 2 }), deliver('other', { seq: 2 })];
    await take(only, ...deliveries);
    expect(deliveries.map(({ answers }) => answers)).toEqual([['ack'], ['ack'], ['ack']]);
    expect([await inboxOf('known_1'), await inboxOf('known_2')]).toEqual([[], [expect.anything()]]);
    expect([await effectsOf('known_1'), await effectsOf('other')]).toEqual([0, 1]);
  });

  test('leaves its place when it is the newest of its batch, before it is acknowledged', async () => {
    const only = { ...declared, on: { 'product.deleted': { when: () => false, handle: takeEffect } } };
    const deliveries = [deliver('rest_1', { seq: 71 }), deliver('rest_2', { seq: 72 })];
    await take(only, ...deliveries);
    expect(deliveries.map(({ answers }) => answers)).toEqual([['ack'], ['ack']]);
    expect([await inboxOf('rest_1'), await inboxOf('rest_2')]).toEqual([[], [expect.anything()]]);
    const places = await probe.db.system.sql`select stream_seq::int from inbox where event_id = 'evt_rest_2'`;
    expect(places).toEqual([{ streamSeq: 72 }]);
  });

  test('is handled as any other when that cannot be found out', async () => {
    const unapplied = () => Promise.reject(new Error('the database is away'));
    const delivery = deliver('not_found_out');
    await take({ ...declared, unapplied, on: { 'product.deleted': takeEffect } }, delivery);
    expect([delivery.answers, await effectsOf('not_found_out')]).toEqual([['ack'], 1]);
  });
});

test('one event twice among those that arrive together takes effect once', async () => {
  const deliveries = [deliver('twin'), deliver('twin'), deliver('single')];
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(takeEffect), ...source },
    deliveries.map(({ message }) => message),
  );
  expect(deliveries.map(({ answers }) => answers)).toEqual([['ack'], ['ack'], ['ack']]);
  expect([await effectsOf('twin'), await effectsOf('single')]).toEqual([1, 1]);
});

test('a database that ends the handler’s session is no failure of the event', async () => {
  const interrupted: Handle[] = [
    (tx) => tx.sql`select pg_terminate_backend(pg_backend_pid())`.then(() => undefined),
    async (tx) => {
      const own = await tx.one<{ pid: number }>`select pg_backend_pid() as pid`;
      await probe.world.db('catalog').query('select pg_terminate_backend($1, 1000)', [own?.pid]);
      await tx.sql`select 1`;
    },
  ];
  for (const each of interrupted) expect(await handle(each, deliver('interrupted'))).toEqual(['again in 1 s']);
  expect(await failuresOf('interrupted')).toBeUndefined();
  for (const each of interrupted)
    expect(await handle(each, deliver('interrupted', { deliveryCount: 9 }))).toEqual(['again in 1 s']);
  expect((await failuresOf('interrupted'))?.attempts).toBe(0);
  expect(await handle(takeEffect, deliver('interrupted'))).toEqual(['ack']);
});

test('an event for which a sibling service is overloaded is tried again, ever more rarely, and a dead letter only after a day', async () => {
  const overloads: Handle = () => {
    const cause = new SiblingOverloaded('getCustomerSummary answered 503');
    return Promise.reject(new Problem('internal_error', 'Something went wrong.', { status: 504, cause }));
  };
  const answers: string[] = [];
  for (let deliveryCount = 1; deliveryCount <= 9; deliveryCount++)
    answers.push(...(await handle(overloads, deliver('overloads', { deliveryCount }))));
  expect(answers).toEqual([1, 5, 30, 120, 600, 600, 600, 600, 600].map((seconds) => `again in ${seconds} s`));
  expect([(await failuresOf('overloads'))?.attempts, await lettersOf('overloads')]).toEqual([0, []]);
  expect(await handle(overloads, deliver('overloads', { deliveryCount: 9, ageMs: 25 * hourMs }))).toEqual(['term']);
});

test('a handler that waits too long for a lock or a statement is tried again, ever more rarely, and a dead letter only after a day', async () => {
  await probe.asOwner('create table locked (id integer primary key)');
  await probe.world.db('catalog').query('insert into locked values (1)');
  const holder = await probe.world.db('catalog').connect();
  await holder.query('begin; select 1 from locked for update');
  const waits: Handle = async (tx) => {
    await tx.sql`select set_config('lock_timeout', '20ms', true)`;
    await tx.sql`select 1 from locked for update`;
  };
  const slow: Handle = async (tx) => {
    await tx.sql`select set_config('statement_timeout', '20ms', true)`;
    await tx.sql`select pg_sleep(5)`;
  };
  for (const [id, late] of Object.entries({ waits, slow })) {
    const answers: string[] = [];
    for (let deliveryCount = 1; deliveryCount <= 9; deliveryCount++)
      answers.push(...(await handle(late, deliver(id, { deliveryCount }))));
    expect(answers).toEqual([1, 5, 30, 120, 600, 600, 600, 600, 600].map((seconds) => `again in ${seconds} s`));
    expect([(await failuresOf(id))?.attempts, await lettersOf(id)]).toEqual([0, []]);
  }
  expect(await handle(waits, deliver('waits', { deliveryCount: 2, ageMs: 25 * hourMs }))).toEqual(['again in 5 s']);
  expect(await handle(slow, deliver('slow', { deliveryCount: 9, ageMs: 25 * hourMs }))).toEqual(['term']);
  const deliveries = [deliver('waits'), deliver('beside')];
  const run: Handle = (tx, event) => (event.object.id === 'prod_waits' ? waits : takeEffect)(tx, event);
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(run), ...source },
    deliveries.map(({ message }) => message),
  );
  expect(deliveries.map(({ answers }) => answers)).toEqual([['again in 1 s'], ['ack']]); // it delays no other
  // Two of an account are enough to leave the rest of it for later; other accounts are not concerned.
  const [others, elsewhere] = [
    [1, 2, 3].map((n) => deliver(`waits_${n}`)),
    deliver('else', { merchantId: 'acct_else' }),
  ];
  const started: string[] = [];
  const runAll: Handle = (tx, event) => {
    started.push(event.object.id);
    return (event.object.id === 'prod_else' ? takeEffect : waits)(tx, event);
  };
  await handleMessages(
    { db: probe.db, durable, consumer: consumerOf(runAll), ...source },
    [...others, elsewhere].map(({ message }) => message),
  );
  expect([...others, elsewhere].map(({ answers }) => answers)).toEqual([
    ...Array<string[]>(3).fill(['again in 1 s']),
    ['ack'],
  ]);
  expect(started).not.toContain('prod_waits_3');
  await holder.query('rollback');
  holder.release();
  expect(await handle(waits, deliver('waits', { deliveryCount: 10 }))).toEqual(['ack']);
});

test.each([
  ['type', { type: 'product.archived' }],
  ['value in its object', { object: { active: 'perhaps' } }],
  ['consumer for its type', { type: 'product.created' }],
])(
  'an event with a %s that only a newer version knows waits hours for it, and is then a dead letter',
  async (what, newer) => {
    const id = `newer_${what.split(' ')[0]}`;
    const answers: string[] = [];
    for (const deliveryCount of [1, 2, 3, 4, 5, 40])
      answers.push(...(await handle(takeEffect, deliver(id, { ...newer, deliveryCount, ageMs: 5 * hourMs }))));
    expect(answers).toEqual([30, 60, 120, 300, 600, 600].map((seconds) => `again in ${seconds} s`));
    expect([(await failuresOf(id))?.attempts, await lettersOf(id)]).toEqual([0, []]);
    expect(await handle(takeEffect, deliver(id, { ...newer, ageMs: 7 * hourMs }))).toEqual(['term']);
    expect(await lettersOf(id)).toHaveLength(1);
    expect(await effectsOf(id)).toBe(0);
  },
);

test('a dead letter that an operator requeues takes effect once and leaves the table', async () => {
  for (let attempt = 1; attempt <= 8; attempt++)
    await handle(() => Promise.reject(new Error('bug')), deliver('repaired'));
  const mark = () =>
    probe.world.db('catalog').query(`update dead_letters set requeued_at = now() where event_id = 'evt_repaired'`);

  expect(await requeue(takeEffect)).toBe(0); // no one marked it
  await mark();
  await requeue(() => Promise.reject(new Error('still a bug')));
  expect(await lettersOf('repaired')).toMatchObject([{ reason: 'Error: still a bug', requeuedAt: null }]);
  await mark();
  expect(await requeue(takeEffect)).toBe(1);
  expect([await effectsOf('repaired'), (await lettersOf('repaired')).length]).toEqual([1, 0]);
  expect(await handle(takeEffect, deliver('repaired'))).toEqual(['ack']);
  expect(await effectsOf('repaired')).toBe(1);
});

test('a requeued letter whose handler kills the process is not run again by the next leader', async () => {
  for (let attempt = 1; attempt <= 8; attempt++)
    await handle(() => Promise.reject(new Error('bug')), deliver('deadly'));
  await probe.world.db('catalog').query(`update dead_letters set requeued_at = now() where event_id = 'evt_deadly'`);
  const marks: unknown[] = [];
  const looksBeforeItDies: Handle = async () => {
    marks.push(...(await lettersOf('deadly')).map(({ requeuedAt }) => requeuedAt));
    throw new Error('killed');
  };
  await requeue(looksBeforeItDies);
  expect(marks).toEqual([null]);
});

describe('an event that is prepared in transactions of its own', () => {
  const preparedBy = (before: (preparation: Preparation, event: BusEvent<'product.deleted'>) => Promise<void>) =>
    consumer({
      name: 'probe',
      purpose: 'is a test',
      on: { 'product.deleted': { before, handle: takeEffect }, 'product.updated': takeEffect as never },
    });
  const deliverTo = (prepared: Consumer, ...deliveries: ReturnType<typeof deliver>[]) =>
    handleMessages(
      { db: probe.db, durable, consumer: prepared, ...source },
      deliveries.map(({ message }) => message),
    );
  const note = ({ transact }: Preparation, id: string) =>
    transact((tx) => tx.sql`insert into effects values (${`prod_${id}`})`);

  test('keeps what it has done when it fails, and is acknowledged only once all of it is done', async () => {
    const starts: number[] = [];
    const prepared = preparedBy(async (preparation) => {
      starts.push(await effectsOf('part'));
      while ((await effectsOf('part')) < 3) {
        if ((await effectsOf('part')) === 2 && starts.length === 1) throw new Error('the process ends');
        await note(preparation, 'part');
      }
    });
    const [first, second] = [deliver('in_parts'), deliver('in_parts', { deliveryCount: 2 })];
    await deliverTo(prepared, first);
    expect([first.answers, await effectsOf('part'), await effectsOf('in_parts')]).toEqual([['again in 1 s'], 2, 0]);
    await deliverTo(prepared, second);
    expect([second.answers, starts, await effectsOf('part'), await effectsOf('in_parts')]).toEqual([
      ['ack'],
      [0, 2],
      3,
      1,
    ]);
  });

  test('begins once everything before it has taken effect, and before anything after it has', async () => {
    const seen: number[][] = [];
    const prepared = preparedBy(async () => {
      seen.push(await Promise.all(['earlier_1', 'earlier_2', 'prepared', 'later'].map(effectsOf)));
    });
    const deliveries = ['earlier_1', 'earlier_2', 'prepared', 'later'].map((id) =>
      deliver(id, { type: id === 'prepared' ? 'product.deleted' : 'product.updated' }),
    );
    await deliverTo(prepared, ...deliveries);
    expect(seen).toEqual([[1, 1, 0, 0]]);
    expect(deliveries.map(({ answers }) => answers)).toEqual(Array(4).fill(['ack']));
    expect(await effectsOf('later')).toBe(1);
  });

  test('is prepared as well when it is requeued from the dead letters', async () => {
    const failing = preparedBy(() => Promise.reject(new Error('bug')));
    for (let attempt = 1; attempt <= 8; attempt++) await deliverTo(failing, deliver('requeued_in_parts'));
    await probe.world
      .db('catalog')
      .query(`update dead_letters set requeued_at = now() where event_id = 'evt_requeued_in_parts'`);
    const prepared = preparedBy((preparation) => note(preparation, 'part_of_requeued').then(() => undefined));
    await requeueJob('catalog', [prepared], '').run({
      db: probe.db,
      calls: {} as never,
      signal: new AbortController().signal,
    });
    expect(await Promise.all(['part_of_requeued', 'requeued_in_parts'].map(effectsOf))).toEqual([1, 1]);
  });
});
