import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { command, type Input, phased } from '../handlers.ts';
import type { Tx, TxAtOnce } from '../database/database.ts';
import { fragment, requireUnchanged } from '../database/sql.ts';
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
/** As if the lease had run out: its worker counts as dead. */
const endLease = (key: string) =>
  probe.world
    .db('catalog')
    .query(`update idempotency_keys set locked_until = now() - interval '1 second' where key = $1`, [key]);
const stillRunning = { code: 'idempotency_key_in_use', status: 409, retryAfterSeconds: 1 };

/** A gate that holds its waiters until it is opened, and shows that one waits. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = (): Promise<void> => {
    reached.resolve();
    return opened.promise;
  };
  return { wait, reached: reached.promise, open: opened.resolve };
}

describe('a command', () => {
  test('whose worker died is executed by the retry as soon as its session has ended, and not before', async () => {
    const key = 'dead_worker';
    const hangs = gate();
    const dead = command(async (tx) => {
      await tx.sql`insert into effects values (${key}, 'dead')`;
      await hangs.wait();
      return { late: true };
    });
    const alive = command((tx) => tx.sql`insert into effects values (${key}, 'alive') returning step`);
    const lost = send(dead, { key });
    await hangs.reached;
    expect(await send(alive, { key })).toMatchObject(stillRunning);
    await probe.world.db('catalog').query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
    await eventually(async () =>
      expect(await send(alive, { key })).toMatchObject({ status: 201, body: '[{"step":"alive"}]' }),
    );
    hangs.open();
    expect(await lost).toMatchObject({ body: '[{"step":"alive"}]', replayed: true });
    expect(await stepsOf(key)).toEqual(['alive']);
  });

  test('whose key is being used is refused at once, also when its first statement would wait for the other', async () => {
    const key = 'waiting';
    const hangs = gate();
    const locking = (then?: () => Promise<void>) =>
      command(async (tx) => {
        await tx.sql`select pg_advisory_xact_lock(4711)`;
        await then?.();
        return { done: true };
      });
    const first = send(locking(hangs.wait), { key });
    await hangs.reached;
    expect(await send(locking(), { key })).toMatchObject(stillRunning);
    hangs.open();
    expect(await first).toMatchObject({ body: '{"done":true}', replayed: false });
  });

  test('of one statement goes to Postgres twice: the claim with the statement, the answer with the commit', async () => {
    const inserting = command((tx) => tx.sql`insert into effects values ('twice', 'done')`);
    await send(inserting, { key: 'connects' });
    const writes = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as '_write')];
    await send(inserting, { key: 'twice' });
    expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
    for (const each of writes) each.mockRestore();
  });

  test('that another worker overtook commits nothing and gets the other’s answer', async () => {
    const [key, body] = ['overtaken', { amount: 5 }];
    await send(
      command(() => Promise.resolve({ done: 'by the other' })),
      { key: 'the other', body },
    );
    const slow = command(async (tx) => {
      await tx.sql`insert into effects values (${key}, 'slow')`;
      await probe.db.system.sql`update idempotency_keys set key = ${key} where key = 'the other'`;
      return { done: 'by the slow one' };
    });
    expect(await send(slow, { key, body })).toMatchObject({ body: '{"done":"by the other"}', replayed: true });
    expect(await stepsOf(key)).toEqual([]);
  });

  test('that is refused after another worker has answered gets that answer', async () => {
    const [key, body] = ['slow_refusal', { amount: 6 }];
    const quick = command(() => Promise.resolve({ done: true }));
    await send(quick, { key: 'the quick one', body });
    const refused = command(async () => {
      await probe.db.system.sql`update idempotency_keys set key = ${key} where key = 'the quick one'`;
      throw new Problem('price_sold_out', 'None left.');
    });
    expect(await send(refused, { key, body })).toMatchObject({ body: '{"done":true}', replayed: true });
    expect(await send(quick, { key, body })).toMatchObject({ body: '{"done":true}', replayed: true });
  });

  test('that loads from elsewhere first does not load again for an answer that is stored', async () => {
    let loads = 0;
    const loading = command({
      load: () => Promise.resolve(++loads),
      run: (_tx, _input, loaded: number) => Promise.resolve({ loaded }),
    });
    expect(await send(loading, { key: 'loaded' })).toMatchObject({ body: '{"loaded":1}', replayed: false });
    expect(await send(loading, { key: 'loaded' })).toMatchObject({ body: '{"loaded":1}', replayed: true });
    expect(loads).toBe(1);
  });

  describe('whose load uses up a code', () => {
    /** As the second factor does: a code is accepted once, and the latest again before a replay. */
    const usingCode = (steps: { load?: () => Promise<void>; run?: () => Promise<void>; onCode?: () => void }) => {
      let isUsed = false;
      return command({
        load: async () => {
          steps.onCode?.();
          if (isUsed) throw new Problem('two_factor_required', 'The code is wrong, or was used already.');
          isUsed = true;
          await steps.load?.();
        },
        run: async (tx) => {
          await tx.sql`select 1`;
          await steps.run?.();
          return { done: true };
        },
        beforeReplay: () => Promise.resolve(),
      });
    };

    test.each(['load', 'run'] as const)(
      'is repeated while it is in its step %s: 409, without a look at the code, then its answer',
      async (step) => {
        const key = `code used, ${step}`;
        const hangs = gate();
        let codes = 0;
        const handler = usingCode({ [step]: hangs.wait, onCode: () => codes++ });
        const first = send(handler, { key });
        await hangs.reached;
        const repeated = await send(handler, { key });
        const codesThen = codes;
        const another = await send(handler, { key: `${key}, another request` });
        hangs.open();
        expect([repeated, codesThen]).toMatchObject([stillRunning, 1]);
        expect(another).toMatchObject({ code: 'two_factor_required' });
        expect(await first).toMatchObject({ body: '{"done":true}', replayed: false });
        expect(await send(handler, { key })).toMatchObject({ body: '{"done":true}', replayed: true });
      },
    );

    test('is repeated at another replica while it runs: 409', async () => {
      const key = 'code used elsewhere';
      const hangs = gate();
      const handler = usingCode({ run: hangs.wait });
      const first = send(handler, { key });
      await hangs.reached;
      const meanwhile = await keyedRequests(probe)(handler, { key });
      hangs.open();
      expect(meanwhile).toMatchObject(stillRunning);
      expect(await first).toMatchObject({ status: 201 });
    });

    test('and is then refused leaves the code refused', async () => {
      const key = 'code used in vain';
      const handler = usingCode({ run: () => Promise.reject(new Problem('rate_limit', 'Too many.')) });
      expect(await send(handler, { key })).toMatchObject({ code: 'rate_limit' });
      expect(await send(handler, { key })).toMatchObject({ code: 'two_factor_required' });
    });
  });

  test.each([
    ['a refusal by the rules', new Problem('price_inactive', 'This price is archived.')],
    ['a refusal that is not stored', new Problem('rate_limit', 'Too many.')],
    ['another service that is away', new Problem('internal_error', 'Try again.', { status: 503 })],
  ])('whose load may be repeated gets its answer when loading now ends with %s', async (what, refusal) => {
    const key = `changed: ${what}`;
    let isChanged = false;
    const loading = command({
      load: () => (isChanged ? Promise.reject(refusal) : Promise.resolve('old')),
      isLoadRepeatable: true,
      run: (_tx, _input, loaded: string) => Promise.resolve({ loaded }),
    });
    await send(loading, { key });
    isChanged = true;
    expect(await send(loading, { key })).toMatchObject({ status: 201, body: '{"loaded":"old"}', replayed: true });
    expect(await send(loading, { key, body: { other: true } })).toMatchObject({
      code: 'idempotency_key_in_use',
      status: 400,
    });
    expect(await send(loading, { key: `${key}, first` })).toMatchObject({ code: refusal.code, status: refusal.status });
  });
});

describe('a command that awaits no statement', () => {
  const writing = command(async (tx, input: Input) => {
    tx.alongCommit`insert into effects values (${input.idempotencyKey}, 'written')`;
    return { by: input.requestId };
  });

  test('goes to Postgres once', async () => {
    await send(writing, { key: 'connects too' });
    const writes = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as '_write')];
    await send(writing, { key: 'once' });
    expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
    for (const each of writes) each.mockRestore();
  });

  test('of 100 identical requests at once is executed once, and all of them get its answer', async () => {
    const all = Array.from({ length: 100 }, (_, i) => send(writing, { key: 'together', requestId: `req_${i}` }));
    const outcomes = await Promise.all(all);
    expect(await stepsOf('together')).toEqual(['written']);
    expect(outcomes.filter((each) => 'replayed' in each && !each.replayed)).toHaveLength(1);
    expect(new Set(outcomes.map((each) => ('body' in each ? each.body : each.code))).size).toBe(1);
  });

  test('changes nothing when a statement that travels with its commit fails', async () => {
    const failing = command(async (tx) => {
      tx.alongCommit`insert into effects values ('fails', 'before')`;
      tx.alongCommit`insert into effects values (${null}, 'null')`;
      return { done: true };
    });
    await expect(send(failing, { key: 'fails' })).rejects.toThrow('null value');
    expect(await stepsOf('fails')).toEqual([]);
    expect(await send(writing, { key: 'fails' })).toMatchObject({ status: 201, replayed: false });
  });
});

describe('a phased command whose steps need no lock', () => {
  const step = (key: string, name: string, isUnchanged: boolean) => (tx: TxAtOnce) => {
    tx.alongCommit`insert into effects values (${key}, ${name})`;
    tx.alongCommit`select ${requireUnchanged(fragment`${isUnchanged}::boolean`)}`;
    return name;
  };
  const locking = (key: string, name: string) => async (tx: Tx) => {
    await tx.sql`insert into effects values (${key}, ${name})`;
    return name;
  };
  const phases = (key: string, { reserve, settle }: { reserve: boolean; settle: boolean }) =>
    phased({
      reserveAtOnce: () => step(key, 'reserved at once', reserve),
      reserve: locking(key, 'reserved under locks'),
      call: (reservation) => Promise.resolve(reservation),
      settleAtOnce: () => step(key, 'settled at once', settle),
      settle: locking(key, 'settled under locks'),
    });

  test('goes to Postgres twice, once for each', async () => {
    await send(phases('connects three', { reserve: true, settle: true }), { key: 'connects three' });
    const writes = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev' as '_write')];
    expect(await send(phases('free', { reserve: true, settle: true }), { key: 'free' })).toMatchObject({ status: 201 });
    expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
    for (const each of writes) each.mockRestore();
    expect(await stepsOf('free')).toEqual(['reserved at once', 'settled at once']);
  });

  test.each([
    [{ reserve: false, settle: true }, ['reserved under locks', 'settled at once']],
    [{ reserve: true, settle: false }, ['reserved at once', 'settled under locks']],
  ])('takes them where what it relies on has changed, and does nothing twice: %j', async (unchanged, steps) => {
    const key = `changed ${JSON.stringify(unchanged)}`;
    const handler = phases(key, unchanged);
    expect(await send(handler, { key })).toMatchObject({ status: 201, body: JSON.stringify(steps[1]) });
    expect(await stepsOf(key)).toEqual(steps);
    expect(await send(handler, { key })).toMatchObject({ body: JSON.stringify(steps[1]), replayed: true });
    expect(await stepsOf(key)).toEqual(steps);
  });

  test('of 100 identical requests at once is executed once', async () => {
    const handler = phases('crowd', { reserve: true, settle: true });
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => send(handler, { key: 'crowd' })));
    expect(await stepsOf('crowd')).toEqual(['reserved at once', 'settled at once']);
    expect(outcomes.filter((each) => 'replayed' in each && !each.replayed)).toHaveLength(1);
    for (const each of outcomes) if (each instanceof Problem) expect(each).toMatchObject(stillRunning);
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
      settle: async (tx, { reservation: stored, outcome }) => {
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

  test('whose worker died in call is resumed by the retry once the lease has ended, settles once, and the late worker answers the same', async () => {
    const key = 'died_in_call';
    const hangs = gate();
    const { handler } = phases(key, (_stored, attempt) =>
      attempt === 1 ? hangs.wait().then(() => 'late') : Promise.resolve('paid'),
    );
    const slow = send(handler, { key });
    await hangs.reached;
    expect(await send(handler, { key })).toMatchObject(stillRunning);
    await endLease(key);
    const body = '{"stored":{"charge":"ch_1"},"outcome":"paid"}';
    expect(await send(handler, { key })).toMatchObject({ body, replayed: false });
    hangs.open();
    expect(await slow).toMatchObject({ body, replayed: true });
    expect(await stepsOf(key)).toEqual(['reserved', 'settled']);
  });

  test('whose load may be repeated is resumed although loading is now refused', async () => {
    let loads = 0;
    const given: unknown[] = [];
    const handler = phased({
      load: () =>
        ++loads > 1 ? Promise.reject(new Problem('price_inactive', 'Archived.')) : Promise.resolve('loaded'),
      isLoadRepeatable: true,
      reserve: (_tx, _input, loaded: string) => Promise.resolve({ loaded }),
      call: (stored) =>
        given.push(stored) === 1 ? Promise.reject(new Problem('request_timeout', 'Unknown.')) : Promise.resolve('paid'),
      settle: (_tx, { outcome }) => Promise.resolve({ outcome }),
    });
    expect(await send(handler, { key: 'archived since' })).toMatchObject({ status: 504 });
    expect(await send(handler, { key: 'archived since' })).toMatchObject({ status: 201, body: '{"outcome":"paid"}' });
    expect(given).toEqual([{ loaded: 'loaded' }, { loaded: 'loaded' }]);
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
