import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { command, phased } from '../handlers.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { Problem } from '../problem.ts';
import { keyedRequests } from './keyed-requests.test-support.ts';

let probe: Probe;
let send: ReturnType<typeof keyedRequests>;

beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`create table effects (key text not null, step text not null)`);
  send = keyedRequests(probe);
});
afterAll(() => probe.close());

const stepsOf = async (key: string) =>
  (await probe.db.system.sql<{ step: string }>`select step from effects where key = ${key} order by step`).map(
    ({ step }) => step,
  );
/** As if the lease had run out: its worker is taken for dead. */
const endLease = (key: string) =>
  probe.world
    .db('catalog')
    .query(`update idempotency_keys set locked_until = now() - interval '1 second' where key = $1`, [key]);
const stillRunning = { code: 'idempotency_key_in_use', status: 409, retryAfterSeconds: 1 };

/** A gate that holds whoever waits until it is opened, and tells that somebody waits. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = (): Promise<void> => {
    reached.resolve();
    return opened.promise;
  };
  return { wait, reached: reached.promise, open: opened.resolve };
}

describe('a command', () => {
  test('whose worker died is executed by the retry once the lease has ended, and not before', async () => {
    const key = 'dead_worker';
    const hangs = gate();
    const dead = command(() => hangs.wait().then(() => ({ late: true })));
    const alive = command((tx) => tx.sql`insert into effects values (${key}, 'alive') returning step`);
    const lost = send(dead, { key });
    await hangs.reached;
    expect(await send(alive, { key })).toMatchObject(stillRunning);
    await endLease(key);
    expect(await send(alive, { key })).toMatchObject({ status: 201, body: '[{"step":"alive"}]' });
    hangs.open();
    await lost;
    expect(await stepsOf(key)).toEqual(['alive']);
  });

  test('that was only slow commits nothing after another worker took over, and its caller is told to retry', async () => {
    const key = 'slow_worker';
    const hangs = gate();
    let runs = 0;
    const handler = command(async (tx) => {
      const run = ++runs;
      if (run === 1) await hangs.wait();
      await tx.sql`insert into effects values (${key}, ${`run ${run}`})`;
      return { run };
    });
    const slow = send(handler, { key });
    await hangs.reached;
    await endLease(key);
    expect(await send(handler, { key })).toMatchObject({ body: '{"run":2}' });
    hangs.open();
    expect(await slow).toMatchObject(stillRunning);
    expect(await stepsOf(key)).toEqual(['run 2']);
    expect(await send(handler, { key })).toMatchObject({ body: '{"run":2}', replayed: true });
  });

  test('that was slow and then refused does not overwrite the answer of its successor', async () => {
    const key = 'slow_refusal';
    const hangs = gate();
    let runs = 0;
    const handler = command(async () => {
      if (++runs > 1) return { done: true };
      await hangs.wait();
      throw new Problem('price_sold_out', 'None left.');
    });
    const slow = send(handler, { key });
    await hangs.reached;
    await endLease(key);
    await send(handler, { key });
    hangs.open();
    expect(await slow).toMatchObject(stillRunning);
    expect(await send(handler, { key })).toMatchObject({ body: '{"done":true}', replayed: true });
  });
});

describe('a phased command', () => {
  /** Writes what it reserves and settles; `call` does what the test says and tells which reservation it was given. */
  function phases(
    key: string,
    call: (given: unknown, attempt: number) => Promise<unknown>,
    reserve: () => unknown = () => ({ charge: 'ch_1' }),
  ) {
    const given: unknown[] = [];
    const handler = phased({
      reserve: async (tx) => {
        await tx.sql`insert into effects values (${key}, 'reserved')`;
        return reserve();
      },
      call: (stored) => call(stored, given.push(stored)),
      settle: async (tx, stored, outcome) => {
        await tx.sql`insert into effects values (${key}, 'settled')`;
        return { stored, outcome };
      },
    });
    return { handler, given };
  }
  const failFirst = (failure: Error) => (_stored: unknown, attempt: number) =>
    attempt === 1 ? Promise.reject(failure) : Promise.resolve('paid');

  test('that failed between reserve and settle resumes at call with what it had reserved', async () => {
    const { handler, given } = phases('resumed', failFirst(new Problem('request_timeout', 'Unknown outcome.')));
    expect(await send(handler, { key: 'resumed' })).toMatchObject({ status: 504 });
    expect(await stepsOf('resumed')).toEqual(['reserved']);
    expect(await send(handler, { key: 'resumed' })).toMatchObject({
      status: 201,
      body: '{"stored":{"charge":"ch_1"},"outcome":"paid"}',
    });
    expect(given).toEqual([{ charge: 'ch_1' }, { charge: 'ch_1' }]);
    expect(await stepsOf('resumed')).toEqual(['reserved', 'settled']);
    expect(await send(handler, { key: 'resumed' })).toMatchObject({ replayed: true });
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['false', false],
    ['a list', [1, 2]],
    ['text', 'ch_1'],
  ])('that reserved %s does not reserve again', async (what, reservation) => {
    const key = `reserved ${what}`;
    const { handler, given } = phases(key, failFirst(new Error('connection reset')), () => reservation);
    await expect(send(handler, { key })).rejects.toThrow('connection reset');
    expect(await send(handler, { key })).toMatchObject({ status: 201 });
    expect(await stepsOf(key)).toEqual(['reserved', 'settled']);
    expect(given[1] ?? null).toEqual(reservation ?? null);
  });

  test('whose worker died in call is resumed by the retry once the lease has ended, and settles once', async () => {
    const key = 'died_in_call';
    const hangs = gate();
    const { handler } = phases(key, (_stored, attempt) =>
      attempt === 1 ? hangs.wait().then(() => 'late') : Promise.resolve('paid'),
    );
    const slow = send(handler, { key });
    await hangs.reached;
    expect(await send(handler, { key })).toMatchObject(stillRunning);
    await endLease(key);
    expect(await send(handler, { key })).toMatchObject({ body: '{"stored":{"charge":"ch_1"},"outcome":"paid"}' });
    hangs.open();
    expect(await slow).toMatchObject(stillRunning);
    expect(await stepsOf(key)).toEqual(['reserved', 'settled']);
  });

  test('that is refused while it reserves keeps the refusal and reserves nothing', async () => {
    const handler = phased({
      reserve: async (tx) => {
        await tx.sql`insert into effects values ('refused', 'reserved')`;
        throw new Problem('amount_invalid', 'Too much.');
      },
      call: () => Promise.resolve('never'),
      settle: () => Promise.resolve('never'),
    });
    expect(await send(handler, { key: 'refused' })).toMatchObject({ code: 'amount_invalid' });
    expect(await send(handler, { key: 'refused' })).toMatchObject({ status: 400, replayed: true });
    expect(await stepsOf('refused')).toEqual([]);
  });
});
