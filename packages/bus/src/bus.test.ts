import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually, startWorld, type World } from '@mizan/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Bus } from './bus.ts';
import { PostgresInbox } from './postgres-inbox.ts';
import type { DeadLetter, Handler, Pattern, SubscribeOptions } from './subscribe-options.ts';

let world: World;
let publisher: NatsConnection;
const open: Bus[] = [];

beforeAll(async () => {
  world = await startWorld({ services: [], nats: 'own' });
  publisher = await connect({ servers: world.nats.url });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.drain()));
});
afterAll(async () => {
  await publisher.close();
  await world.stop();
});

let published = 0;
/** Publishes an event as the platform does; returns its id and its place in the stream that teams read. */
async function publish(merchantId: string, { type = 'refund.created', objectId = `re_${published}`, text = '' } = {}) {
  const id = `evt_${++published}`;
  const envelope = {
    specversion: '1.0',
    id,
    source: '/mizan/payments',
    type,
    subject: objectId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    merchantid: merchantId,
    livemode: false,
    objectversion: 1,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    data: { object: { id: objectId, amount: 500 } },
  };
  const subject = `${world.nats.prefix}events.v1.test.${merchantId}.${type}`;
  const stored = await jetstream(publisher).publish(subject, text || JSON.stringify(envelope));
  const { streams } = await jetstreamManager(publisher);
  const seq = await eventually(async () => {
    const copy = await streams.getMessage('EVENTS', { last_by_subj: subject });
    expect(copy?.header.get('Nats-Stream-Source')).toContain(` ${stored.seq} `);
    return copy?.seq ?? 0;
  });
  return { id, seq };
}

let merchants = 0;
/** A merchant of this test alone. */
const newMerchant = () => `acct_${++merchants}`;

async function openBus(): Promise<Bus> {
  const bus = await Bus.connect({ servers: world.nats.url, team: 'tests', prefix: world.nats.prefix });
  open.push(bus);
  return bus;
}

/** Subscribes to one merchant's events under a durable of its own. */
async function subscribe<const P extends Pattern>(
  pattern: P,
  merchantId: string,
  handler: Handler<P>,
  more: Partial<SubscribeOptions> = {},
) {
  const bus = await openBus();
  const options = {
    ...{ durable: `d_${merchantId.toLowerCase()}`, merchantId, retryDelaysMs: [10], onProblem: () => undefined },
    ...more,
  };
  return { bus, subscription: await bus.subscribe(pattern, options, handler) };
}

describe('a durable', () => {
  test('continues where the previous process stopped, and loses nothing in between', async () => {
    const merchant = newMerchant();
    const [first, second]: string[][] = [[], []];
    const { id: one } = await publish(merchant);
    const { bus } = await subscribe('refund.created', merchant, ({ id }) => void first?.push(id));
    await eventually(() => expect(first).toEqual([one]));
    await bus.drain();
    open.splice(0);
    const { id: two } = await publish(merchant);
    await subscribe('refund.created', merchant, ({ id }) => void second?.push(id));
    await eventually(() => expect(second).toEqual([two]));
    expect(first).toEqual([one]);
  });

  test('reads one pattern: a subscription to other events is refused, and takes nothing from the first', async () => {
    const merchant = newMerchant();
    const ids: string[] = [];
    const { bus } = await subscribe('refund.created', merchant, ({ id }) => void ids.push(id));
    const options = { durable: `d_${merchant.toLowerCase()}`, merchantId: merchant };
    await expect(bus.subscribe('refund.*', options, () => undefined)).rejects.toThrow(
      /^The durable `d_\w+` reads events\.v1\.\S+\.refund\.created, and not \S+\. Use another durable, or `restart: true`/,
    );
    const { id } = await publish(merchant);
    await eventually(() => expect(ids).toEqual([id]));
    await bus.subscribe('refund.*', { ...options, restart: true }, () => undefined);
  });

  test('that another process has taken for other events ends the subscription, with the reason', async () => {
    const merchant = newMerchant();
    const problems: unknown[][] = [];
    const onProblem = (problem: string, cause: unknown) => void problems.push([problem, String(cause)]);
    const { bus } = await subscribe('refund.created', merchant, () => undefined, { onProblem });
    await subscribe('refund.*', merchant, () => undefined, { restart: true });
    const reason = expect.stringMatching(/^DurableTaken: The durable `d_\w+` reads \S+\.refund\.>, and not /);
    await eventually(() => expect(problems.at(-1)).toEqual(['the subscription has ended', reason]));
    expect(String(await bus.closed())).toEqual(reason);
  });

  test.each([
    ['everything', 'all' as const, 4],
    ['a place in the stream', 'sequence' as const, 3],
    ['a time', 'time' as const, 2],
    ['now', 'new' as const, 1],
  ])('is replayed from %s', async (_where, from, expected) => {
    const merchant = newMerchant();
    const before: string[] = [];
    await publish(merchant);
    const { seq } = await publish(merchant);
    const { bus } = await subscribe('refund.*', merchant, ({ id }) => void before.push(id));
    await eventually(() => expect(before).toHaveLength(2));
    const time = await afterAllStored();
    await publish(merchant);
    await eventually(() => expect(before).toHaveLength(3));
    await bus.drain();
    open.splice(0);

    const again: string[] = [];
    const start = from === 'sequence' ? { sequence: seq } : from === 'time' ? { time } : from;
    await subscribe('refund.*', merchant, ({ id }) => void again.push(id), { from: start, restart: true });
    const { id: last } = await publish(merchant);
    await eventually(() => expect(again.at(-1)).toBe(last));
    expect(again).toHaveLength(expected);
  });

  test('receives nothing of other merchants and types', async () => {
    const [merchant, other] = [newMerchant(), newMerchant()];
    const received: string[] = [];
    await publish(other);
    await publish(merchant, { type: 'charge.failed' });
    const { id } = await publish(merchant, { type: 'refund.failed' });
    await subscribe('refund.*', merchant, (event) => void received.push(`${event.type} ${event.id}`));
    await eventually(() => expect(received).toEqual([`refund.failed ${id}`]));
  });
});

test.each([
  ['refund.creatd', /^No event matches `refund\.creatd`\. Types: refund\.created, refund\./],
  ['refund', /^No event matches `refund`\. For all of its types: `refund\.\*`\.$/],
  ['refunds.*', /^No event matches `refunds\.\*`\. Types: product\.created, /],
  [['refund.*', 'charge.*'], 'A subscription reads one pattern: an event type, a family such as `refund.*`, or `*`.'],
])('a subscription to %j is refused with what can be subscribed to', async (pattern, message) => {
  await expect(subscribe(pattern as Pattern, newMerchant(), () => undefined)).rejects.toThrow(message);
});

test.each([
  [{ form: 'all' }, 'subscribe has no option `form`. The options are durable, from, restart, mode,'],
  [{ durable: undefined }, 'Set `durable` to lowercase letters, digits, _ and -, starting with a letter or digit.'],
  [{ durable: 'Audit' }, 'Set `durable` to'],
  [{ mode: 'tset' }, '`mode` must be test or live.'],
  [{ merchantId: 'siwa' }, '`merchantId` must be the ID of an account, acct_….'],
  [{ from: 'everything' }, "`from` must be 'all', 'new', { time: Date } or { sequence: number from 1 }."],
  [{ from: { time: 'yesterday' } }, '`from` must be'],
  [{ from: { sequence: 0 } }, '`from` must be'],
  [{ from: null }, '`from` must be'],
  [{ from: { time: null } }, '`from` must be'],
  [{ restart: 'false' }, '`restart` must be true or false.'],
  [{ onDeadLetter: 'keep' }, '`onDeadLetter` must be a function.'],
  [{ concurrency: 0 }, '`concurrency` must be a whole number from 1.'],
  [{ concurrency: Number.NaN }, '`concurrency` must be'],
  [{ maxAttempts: 0 }, '`maxAttempts` must be a whole number from 1.'],
  [{ retryDelaysMs: 10 }, '`retryDelaysMs` must be a list of milliseconds.'],
  [{ retryDelaysMs: [] }, '`retryDelaysMs` must be'],
  [{ retryDelaysMs: [-1] }, '`retryDelaysMs` must be'],
])('a subscription with %j is refused before anything is stored', async (wrong, message) => {
  const options = wrong as Partial<SubscribeOptions>;
  await expect(subscribe('refund.*', newMerchant(), () => undefined, options)).rejects.toThrow(message);
});

describe('a connection', () => {
  const connectWith = (options: object) =>
    Bus.connect({ servers: world.nats.url, team: 'tests', prefix: world.nats.prefix, ...options });

  test('with an unknown option is refused', async () => {
    await expect(connectWith({ creds: 'x' })).rejects.toThrow(
      'Bus.connect has no option `creds`. The options are servers, credentials, team, prefix, name.',
    );
  });

  test.each([
    [{ servers: '' }, 'Set `servers` to nats://host:port, or to several of them.'],
    [{ servers: undefined }, 'Set `servers` to'],
    [{ servers: [] }, 'Set `servers` to'],
    [{ name: 5 }, '`name` must be text.'],
  ])('with %j is refused', async (wrong, message) => {
    await expect(connectWith(wrong)).rejects.toThrow(message);
  });

  test('that cannot be made names the address, without a password in it', async () => {
    await expect(connectWith({ servers: ['nats://orders:secret@127.0.0.1:1', '127.0.0.1:2'] })).rejects.toThrow(
      /^nats:\/\/127\.0\.0\.1:1, 127\.0\.0\.1:2 cannot be reached: [^@]+\.$/,
    );
    for (const servers of ['orders:p@secret@127.0.0.1:1', 'nats://orders:secr/et@127.0.0.1:1']) {
      const refused = await connectWith({ servers }).catch((thrown: unknown) => thrown);
      expect(inspect(refused)).toContain('127.0.0.1:1 cannot be reached');
      expect(inspect(refused)).not.toMatch(/secr/);
    }
  });
});

/** A time after everything that is stored and before everything that is not. */
async function afterAllStored(): Promise<Date> {
  const { state } = await (await jetstreamManager(publisher)).streams.info('EVENTS');
  const last = new Date(state.last_ts).getTime();
  await eventually(() => expect(Date.now()).toBeGreaterThan(last + 2));
  return new Date(last + 2);
}

describe('an event whose handler fails', () => {
  test('is redelivered until it succeeds, while other events overtake it', async () => {
    const merchant = newMerchant();
    const [seen, done]: string[][] = [[], []];
    const { id: flaky } = await publish(merchant, { objectId: 're_flaky' });
    const { id: good } = await publish(merchant, { objectId: 're_good' });
    await subscribe('refund.created', merchant, ({ id }) => {
      seen?.push(id);
      if (id === flaky && seen?.filter((each) => each === id).length !== 3) throw new Error('not yet');
      done?.push(id);
    });
    await eventually(() => expect(done).toHaveLength(2));
    expect(done).toEqual([good, flaky]);
  });

  test('becomes a dead letter after the last attempt, stored with its reason, and can be requeued', async () => {
    const merchant = newMerchant();
    const inbox = new PostgresInbox(world.db('public' as never), merchant);
    await inbox.createTables();
    let isFixed = false;
    const done: string[] = [];
    const { id } = await publish(merchant);
    const handler = ({ id: each }: { id: string }) => {
      if (!isFixed) throw new Error('a field is missing');
      done.push(each);
    };
    const { subscription } = await subscribe('refund.created', merchant, handler, {
      maxAttempts: 3,
      onDeadLetter: inbox.keep,
    });
    await eventually(async () => expect(await inbox.deadLetters()).toHaveLength(1));
    const [letter] = await inbox.deadLetters();
    expect(letter).toMatchObject({ eventId: id, reason: 'Error: a field is missing', deliveries: 3 });
    await eventually(async () => expect(await subscription.lag()).toEqual({ pending: 0, unacknowledged: 0 }));

    const again = (payload: string) => subscription.handle(payload);
    expect(await inbox.requeue(again)).toBe(0);
    isFixed = true;
    expect(await inbox.requeue(again)).toBe(1);
    expect([done, await inbox.deadLetters()]).toEqual([[id], []]);
  });

  test('never becomes a dead letter because of transient failures', async () => {
    const merchant = newMerchant();
    let outage = true;
    let attempts = 0;
    const [done, letters]: [string[], DeadLetter[]] = [[], []];
    const { id } = await publish(merchant);
    await subscribe(
      'refund.created',
      merchant,
      (event) => {
        attempts++;
        if (outage) throw new Error('connection refused');
        done.push(event.id);
      },
      { maxAttempts: 1, isTransient: () => outage, onDeadLetter: (letter) => void letters.push(letter) },
    );
    await eventually(() => expect(attempts).toBeGreaterThan(1));
    outage = false;
    await eventually(() => expect(done).toEqual([id]));
    expect(letters).toEqual([]);
  });
});

test('a failure is a warning of the process where no onProblem receives it, and says when the event is lost', async () => {
  const merchant = newMerchant();
  const { id } = await publish(merchant);
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    const bus = await openBus();
    const options = { durable: 'warns', merchantId: merchant, maxAttempts: 2, retryDelaysMs: [10] };
    await bus.subscribe('refund.created', options, () => {
      throw new TypeError('order is undefined');
    });
    const detail = expect.stringMatching(/^TypeError: order is undefined\n +at /);
    const type = 'MizanBusWarning';
    await eventually(() =>
      expect(warn.mock.calls).toEqual([
        [`refund.created ${id} failed (attempt 1 of 2): order is undefined`, { type, detail }],
        [`${id} is lost: set onDeadLetter to store it: order is undefined`, { type, detail }],
      ]),
    );
  } finally {
    warn.mockRestore();
  }
});

test.each([
  [
    'throws',
    () => {
      throw new Error('the log is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
] as const)(
  'an onProblem that %s ends nothing: the failure is a warning, and the event is retried',
  async (_name, onProblem) => {
    const merchant = newMerchant();
    const { id } = await publish(merchant);
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const done: string[] = [];
    let attempts = 0;
    try {
      await subscribe(
        'refund.created',
        merchant,
        (event) => {
          if (++attempts === 1) throw new TypeError('order is undefined');
          done.push(event.id);
        },
        { onProblem },
      );
      await eventually(() => expect(done).toEqual([id]));
      expect(warn.mock.calls.map(([text]) => text)).toEqual([
        `refund.created ${id} failed (attempt 1 of 8): order is undefined`,
      ]);
    } finally {
      warn.mockRestore();
    }
  },
);

test('a message that cannot be read becomes a dead letter at once and delays no other event', async () => {
  const merchant = newMerchant();
  const [done, letters]: [string[], DeadLetter[]] = [[], []];
  const { seq } = await publish(merchant, { text: '{"specversion": "1.0"' });
  const { id } = await publish(merchant);
  await subscribe('refund.created', merchant, (event) => void done.push(event.id), {
    onDeadLetter: (letter) => void letters.push(letter),
  });
  await eventually(() => expect(done).toEqual([id]));
  expect(letters).toMatchObject([{ eventId: `seq:${seq}`, payload: '{"specversion": "1.0"', deliveries: 1 }]);
});

test('a dead letter that cannot be stored stays on the bus', async () => {
  const merchant = newMerchant();
  const kept: string[] = [];
  let attempts = 0;
  await publish(merchant, { text: 'no JSON' });
  await subscribe('refund.created', merchant, () => {}, {
    onDeadLetter: ({ eventId }) => {
      if (++attempts === 1) throw new Error('disk full');
      kept.push(eventId);
    },
  });
  await eventually(() => expect(kept).toHaveLength(1));
});

test('a subscription without a handler, and a retry of dead letters without a function, are refused', async () => {
  const bus = await openBus();
  await expect(bus.subscribe('refund.created', { durable: 'main' }, undefined as never)).rejects.toThrow(
    'Pass a handler: a function of the event.',
  );
  const inbox = new PostgresInbox(world.db('public' as never), newMerchant());
  await expect(inbox.requeue(undefined as never)).rejects.toThrow('Pass a function: (payload) =>');
});

test('an inbox without the name of its durable is refused: its records would be those of every subscription', () => {
  expect(() => new PostgresInbox(world.db('public' as never), '')).toThrow('Pass the durable of the subscription');
});

test('an event that is delivered twice takes effect once', async () => {
  const merchant = newMerchant();
  const pool = world.db('public' as never);
  const inbox = new PostgresInbox(pool, merchant);
  await inbox.createTables();
  await pool.query('create table if not exists effects (id text)');
  await publish(merchant);
  const outcomes: boolean[] = [];
  const { bus } = await subscribe('refund.created', merchant, async (event) => {
    const effect = () =>
      inbox.once(event, async (client) => void (await client.query('insert into effects values ($1)', [merchant])));
    outcomes.push(...(await Promise.all([effect(), effect()])));
  });
  await eventually(() => expect(outcomes).toHaveLength(2));
  await bus.drain();
  open.splice(0);
  await subscribe(
    'refund.created',
    merchant,
    async (event) => {
      outcomes.push(await inbox.once(event, () => Promise.reject(new Error('bug: not new'))));
    },
    { restart: true },
  );
  await eventually(() => expect(outcomes).toHaveLength(3));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const { rowCount } = await pool.query('select 1 from effects where id = $1', [merchant]);
  expect(rowCount).toBe(1);
});

test('an effect that fails leaves no record of the event', async () => {
  const inbox = new PostgresInbox(world.db('public' as never), 'failing');
  await inbox.createTables();
  const event = { id: 'evt_failing' };
  await expect(inbox.once(event, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inbox.once(event, async () => {})).toBe(true);
});

test('with concurrency, events of one object are still handled one at a time', async () => {
  const merchant = newMerchant();
  const running = new Map<string, number>();
  let [together, overlaps, done] = [0, 0, 0];
  for (let i = 0; i < 24; i++) await publish(merchant, { objectId: `re_lane_${i % 3}` });
  await subscribe(
    'refund.created',
    merchant,
    async ({ objectId }) => {
      const others = running.get(objectId) ?? 0;
      if (others > 0) overlaps++;
      running.set(objectId, others + 1);
      together = Math.max(
        together,
        [...running.values()].reduce((sum, each) => sum + each, 0),
      );
      await new Promise((resolve) => setImmediate(resolve));
      running.set(objectId, others);
      done++;
    },
    { concurrency: 8 },
  );
  await eventually(() => expect(done).toBe(24));
  expect(overlaps).toBe(0);
  expect(together).toBeGreaterThan(1);
});

test('drain lets the handler finish and returns the rest to another process at once', async () => {
  const merchant = newMerchant();
  const { id: first } = await publish(merchant, { objectId: 're_same' });
  const { id: second } = await publish(merchant, { objectId: 're_same' });
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done: string[] = [];
  const { bus } = await subscribe('refund.created', merchant, async ({ id }) => {
    started.resolve();
    await release.promise;
    done.push(id);
  });
  await started.promise;
  const drained = bus.drain();
  open.splice(0);
  release.resolve();
  await drained;
  expect(done).toEqual([first]);
  const rest: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void rest.push(id));
  await eventually(() => expect(rest).toEqual([second]), { timeoutMs: 5_000 });
});

test('a bus that comes back empty is consumed again', async () => {
  const merchant = newMerchant();
  const received: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void received.push(id), { from: 'new' });
  await world.nats.wipe();
  await world.nats.start();
  await world.nats.keep();
  await eventually(() => jetstreamManager(publisher)); // it has connected again
  const { id } = await publish(merchant);
  await eventually(() => expect(received).toEqual([id]));
});

test('a server that is away is reported, and after its return events arrive as before', async () => {
  const merchant = newMerchant();
  const problems: string[] = [];
  const received: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void received.push(id), {
    onProblem: (problem, cause) => void problems.push(`${problem}: ${String(cause)}`),
  });
  await world.nats.stop();
  await eventually(() => expect(problems[0]).toMatch(/^the bus is away: Error: disconnected from 127\.0\.0\.1:\d+$/));
  await world.nats.start();
  const { id } = await eventually(() => publish(merchant));
  await eventually(() => expect(received).toContain(id));
});
