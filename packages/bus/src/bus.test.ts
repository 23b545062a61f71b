import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { Bus } from './bus.ts';
import { useBus } from './bus.test-support.ts';
import { credentialsOf } from './credentials.test-support.ts';
import { Durable } from './durable.ts';
import type { Pattern, SubscribeOptions } from './subscribe-options.ts';

const { world, publisher, publish, newGate, newMerchant, openBus, subscribe } = useBus();

describe('a durable', () => {
  test('continues where the previous process stopped, and loses nothing in between', async () => {
    const merchant = newMerchant();
    const [first, second]: string[][] = [[], []];
    const { id: one } = await publish(merchant);
    const { bus } = await subscribe('refund.created', merchant, ({ id }) => void first?.push(id));
    await eventually(() => expect(first).toEqual([one]));
    await bus.drain();
    const { id: two } = await publish(merchant);
    await subscribe('refund.created', merchant, ({ id }) => void second?.push(id));
    await eventually(() => expect(second).toEqual([two]));
    expect(first).toEqual([one]);
  });

  test.each<[string, (n: number) => Partial<SubscribeOptions>]>([
    ['from times that differ', (n) => ({ from: { time: new Date(Date.now() - n * 1_000) } })],
    ['that each discard its position', () => ({ restart: true, from: 'all' })],
  ])('is shared by processes that start at once, %s', async (_how, optionsOf) => {
    const merchant = newMerchant();
    const ids = new Set<string>();
    const start = (n: number) => subscribe('refund.created', merchant, ({ id }) => void ids.add(id), optionsOf(n));
    await Promise.all([1, 2, 3, 4, 5, 6].map(start));
    const { id } = await publish(merchant);
    await eventually(() => expect([...ids]).toEqual([id]));
  });

  test('reads one pattern: a subscription to other events is refused, and takes nothing from the first', async () => {
    const merchant = newMerchant();
    const ids: string[] = [];
    const { bus } = await subscribe('refund.created', merchant, ({ id }) => void ids.push(id));
    const options = { durable: `d_${merchant.toLowerCase()}`, merchantId: merchant };
    await expect(bus.subscribe('refund.*', options, () => undefined)).rejects.toThrow(
      /^The durable `d_\w+` reads events\.v1\.\S+\.refund\.created, and not \S+\. It may be that of another service of your team: use another durable/,
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
  [
    { from: 'everything' },
    "`from` must be 'all', 'new', { time: a Date or ISO 8601 text } or { sequence: number from 1 }.",
  ],
  [{ from: { time: 'yesterday' } }, '`from` must be'],
  [
    { from: { time: new Date(Date.now() + 600_000) } },
    "`from` must not be a time in the future. For new events only, use 'new'.",
  ],
  [{ from: { time: '2999-01-01T00:00:00Z' } }, '`from` must not be a time in the future.'],
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
    Bus.connect({ servers: world().nats.url, team: 'tests', prefix: world().nats.prefix, ...options });

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
    [{ credentials: 5 }, '`credentials` must be what a .creds file has in it, as text or bytes.'],
    [{ credentials: null }, '`credentials` must be'],
  ])('with %j is refused', async (wrong, message) => {
    await expect(connectWith(wrong)).rejects.toThrow(message);
  });

  test('takes credentials as text, and as the bytes that a file is read as', async () => {
    const text = credentialsOf(['events.v1.*.*.>'], ['main']);
    for (const credentials of [text, Buffer.from(text)]) {
      const bus = await connectWith({ team: undefined, credentials });
      await bus.subscribe('refund.created', { durable: 'main' }, () => undefined);
      await bus.drain();
    }
  });

  test('that is drained takes no subscription: it says so, and what to do', async () => {
    const bus = await connectWith({});
    const draining = bus.drain();
    const refusal =
      'The connection to the bus is closed, by `drain()` or for the reason that `closed()` returns. Connect again with `Bus.connect`.';
    const subscribeAgain = () => bus.subscribe('refund.created', { durable: 'late' }, () => undefined);
    await expect(subscribeAgain()).rejects.toThrow(refusal);
    await draining;
    await expect(subscribeAgain()).rejects.toThrow(refusal);
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
  const { state } = await (await jetstreamManager(publisher())).streams.info('EVENTS');
  const last = new Date(state.last_ts).getTime();
  await eventually(() => expect(Date.now()).toBeGreaterThan(last + 2));
  return new Date(last + 2);
}

test('a time a few seconds ahead, as by the clock of another machine, is not refused', async () => {
  const from = { time: new Date(Date.now() + 20_000) };
  await subscribe('refund.created', newMerchant(), () => undefined, { from });
});

test('a subscription without a handler is refused', async () => {
  const bus = await openBus();
  await expect(bus.subscribe('refund.created', { durable: 'main' }, undefined as never)).rejects.toThrow(
    'Pass a handler: a function of the event.',
  );
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

test('a process takes few events in advance: another one handles the rest of those that wait', async () => {
  const merchant = newMerchant();
  for (let i = 0; i < 20; i++) await publish(merchant);
  const release = newGate();
  const slow = await subscribe('refund.created', merchant, () => release.promise);
  await eventually(async () => expect(await slow.subscription.lag()).toEqual({ pending: 12, unacknowledged: 8 }));
  const handled: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void handled.push(id));
  await eventually(() => expect(handled).toHaveLength(12));
  release.resolve();
});

test('events that a process holds are kept alive while one is slow, those that wait as well: none is delivered twice', async () => {
  const merchant = newMerchant();
  for (let i = 0; i < 3; i++) await publish(merchant);
  const alive = new Set<string>();
  const acknowledgements = publisher().subscribe(`$JS.ACK.EVENTS.tests-d_${merchant}.>`, {
    callback: (_error, message) => {
      if (message.string() === '+WPI') alive.add(message.subject);
    },
  });
  const release = newGate();
  const handled: string[] = [];
  await subscribe('refund.created', merchant, async ({ id }) => {
    await release.promise;
    handled.push(id);
  });
  await eventually(() => expect(alive.size).toBe(3), { timeoutMs: 30_000 });
  release.resolve();
  await eventually(() => expect(handled).toHaveLength(3));
  acknowledgements.unsubscribe();
}, 60_000);

test('with concurrency, many waiting events of one object do not keep the others from being handled', async () => {
  const merchant = newMerchant();
  for (let i = 0; i < 20; i++) await publish(merchant, { objectId: 're_slow' });
  for (let i = 0; i < 5; i++) await publish(merchant, { objectId: `re_quick_${i}` });
  const release = newGate();
  const done: string[] = [];
  const slow = async ({ objectId }: { objectId: string }) => {
    if (objectId === 're_slow') await release.promise;
    done.push(objectId);
  };
  await subscribe('refund.created', merchant, slow, { concurrency: 3 });
  await eventually(() => expect(done).toHaveLength(5));
  release.resolve();
  await eventually(() => expect(done).toHaveLength(25));
});

test('drain, also by two signals at once, lets the handler finish and returns the rest to another process', async () => {
  const merchant = newMerchant();
  const { id: first } = await publish(merchant, { objectId: 're_same' });
  const rest: string[] = [];
  for (let i = 0; i < 8; i++) rest.push((await publish(merchant, { objectId: 're_same' })).id);
  const started = Promise.withResolvers<void>();
  const release = newGate();
  const done: string[] = [];
  const { bus } = await subscribe('refund.created', merchant, async ({ id }) => {
    started.resolve();
    await release.promise;
    done.push(id);
  });
  await started.promise;
  const drained = Promise.all([bus.drain(), bus.drain()]);
  release.resolve();
  await drained;
  await bus.drain();
  expect(done).toEqual([first]);
  const returned: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void returned.push(id));
  await eventually(() => expect([...returned].sort()).toEqual([...rest].sort()), { timeoutMs: 5_000 });
});

test('a bus that comes back empty is consumed again', async () => {
  const merchant = newMerchant();
  const received: string[] = [];
  await subscribe('refund.created', merchant, ({ id }) => void received.push(id), { from: 'new' });
  await world().nats.wipe();
  await world().nats.start();
  await world().nats.keep();
  await eventually(() => jetstreamManager(publisher())); // it has connected again
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
  await world().nats.stop();
  const away = expect.stringMatching(/^the bus is away: Error: disconnected from 127\.0\.0\.1:\d+$/);
  await eventually(() => expect(problems).toContainEqual(away)); // a server may announce first that it shuts down
  const impatient = await jetstreamManager(publisher(), { checkAPI: false, timeout: 50 });
  const durable = new Durable(impatient, { stream: 'EVENTS', name: 'tests-any', durable: 'any', filter: '>' });
  await expect(durable.lag()).rejects.toThrow('The bus did not answer.');
  await world().nats.start();
  const { id } = await eventually(() => publish(merchant));
  await eventually(() => expect(received).toContain(id));
});
