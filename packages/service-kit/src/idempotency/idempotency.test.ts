import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tx } from '../database/database.ts';
import { pruneJob } from '../database/prune.ts';
import { command, type Input } from '../handlers.ts';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { Problem } from '../problem.ts';
import { keyedRequests, statusOf, type Outcome } from './keyed-requests.test-support.ts';

let probe: Probe;
let send: ReturnType<typeof keyedRequests>;

beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(
    `create table effects (n bigint generated always as identity, key text not null, merchant_id text, livemode boolean)`,
  );
  send = keyedRequests(probe);
});
afterAll(() => probe.close());

const record = (tx: Tx, key: string | undefined) =>
  tx.one<{
    n: number;
  }>`insert into effects (key, merchant_id, livemode) values (${key}, ${tx.scope.merchantId}, ${tx.scope.livemode}) returning n`;
const create = command(async (tx, { idempotencyKey, requestId }: Input) => ({
  effect: await record(tx, idempotencyKey),
  requestId,
}));
const effectsOf = async (key: string) => (await probe.db.system.sql`select 1 from effects where key = ${key}`).length;
const rowOf = (key: string) =>
  probe.db.system.one<{
    state: string;
    status: number;
    bodySealed: Buffer;
  }>`select * from idempotency_keys where key = ${key}`;

const refusedInUse = (status: number) => ({ code: 'idempotency_key_in_use', status });

test('of 100 identical requests at once one is executed; every other gets its very answer, or 409 and when to retry', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) => send(create, { key: 'storm', requestId: `req_${i}` })),
  );
  expect(await effectsOf('storm')).toBe(1);
  const answers = outcomes.filter((each): each is Exclude<Outcome, Problem> => !(each instanceof Problem));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  for (const each of outcomes)
    if (each instanceof Problem) expect(each).toMatchObject({ ...refusedInUse(409), retryAfterSeconds: 1 });

  const late = await send(create, { key: 'storm', requestId: 'req_late' });
  expect(late).toEqual({ ...answers.find(({ replayed }) => !replayed), replayed: true });
  expect(await effectsOf('storm')).toBe(1);
});

test('a repeat after midnight gets the first answer, for three days', async () => {
  const prune = () => pruneJob.run({ db: probe.db, calls: {} as never, signal: new AbortController().signal });
  const first = await send(create, { key: 'midnight' });
  for (const [hoursLater, effects] of [
    [25, 1],
    [73, 2],
  ] as const) {
    await probe.db.system.sql`
      update idempotency_keys set created_at = now() - ${hoursLater} * interval '1 hour' where key = 'midnight'`;
    await prune();
    const again = await send(create, { key: 'midnight', requestId: 'req_again' });
    expect(await effectsOf('midnight')).toBe(effects);
    if (effects === 1) expect(again).toEqual({ ...first, replayed: true });
  }
});

test.each([
  ['body', { body: { amount: 2 } }],
  ['path', { body: { amount: 1 }, path: '/others' }],
])('the same key with another %s is 400 idempotency_key_in_use and nothing is executed', async (what, other) => {
  const key = `reused_${what}`;
  await send(create, { key, body: { amount: 1 } });
  expect(await send(create, { key, ...other })).toMatchObject(refusedInUse(400));
  expect(await effectsOf(key)).toBe(1);
});

test('the same body with its keys in another order is the same request', async () => {
  await send(create, { key: 'order', body: { a: 1, b: { c: 2, d: [3] } } });
  expect(await send(create, { key: 'order', body: { b: { d: [3], c: 2 }, a: 1 } })).toMatchObject({ replayed: true });
});

test('another merchant and another mode use the same key independently', async () => {
  const scopes = [probeScope, { ...probeScope, livemode: true }, { merchantId: 'acct_other', livemode: false }];
  const outcomes = await Promise.all(scopes.map((scope) => send(create, { key: 'shared', scope, body: scope })));
  expect(outcomes.map(statusOf)).toEqual([201, 201, 201]);
  expect(
    await probe.db.system.sql`select distinct merchant_id, livemode from effects where key = 'shared'`,
  ).toHaveLength(3);
});

describe('a failure', () => {
  const failing = (failure: unknown) => {
    let failures = 0;
    return command(async (tx, { idempotencyKey }: Input) => {
      const effect = await record(tx, idempotencyKey);
      if (++failures === 1) throw failure;
      return { effect };
    });
  };

  test.each([
    ['a bug', new Error('bug'), 500],
    ['a deadline', new Problem('request_timeout', 'Too slow.'), 504],
    ['a missing identity', new Problem('authentication_required', 'Who?'), 401],
    ['a missing permission', new Problem('permission_denied', 'No.'), 403],
    ['a rate limit', new Problem('rate_limit', 'Slow down.'), 429],
  ])('%s is not stored: the next request with the key is executed', async (what, failure, status) => {
    const [key, handler] = [`failed ${what}`, failing(failure)];
    const first = await send(handler, { key }).catch((): Pick<Outcome, 'status'> => ({ status: 500 }));
    expect(first.status).toBe(status);
    expect(await rowOf(key)).toBeUndefined();
    expect(await send(handler, { key })).toMatchObject({ status: 201, replayed: false });
    expect(await effectsOf(key)).toBe(1);
  });

  test('a refusal by the rules is stored: its repeat gets the same bytes although the rule would now be met', async () => {
    const handler = failing(new Problem('price_sold_out', 'None left.', { param: 'lineItems[0]' }));
    const first = (await send(handler, { key: 'refused', requestId: 'req_first' })) as Problem;
    expect([first.code, await effectsOf('refused')]).toEqual(['price_sold_out', 0]);
    const repeat = await send(handler, { key: 'refused', requestId: 'req_second' });
    expect(repeat).toMatchObject({ status: first.status, requestId: 'req_first', replayed: true });
    expect(JSON.parse((repeat as { body: string }).body)).toMatchObject({
      error: { code: 'price_sold_out', param: 'lineItems[0]', message: 'None left.' },
      request_id: 'req_first',
    });
    expect(await effectsOf('refused')).toBe(0);
  });

  test('a rule that only the database finds violated stores no success', async () => {
    await probe.asOwner(`create unique index on effects (key) where key = 'twice'`);
    const twice = command(async (tx, { idempotencyKey }: Input) => [
      await record(tx, idempotencyKey),
      await record(tx, idempotencyKey),
    ]);
    await expect(send(twice, { key: 'twice' })).rejects.toThrow('duplicate');
    expect([await effectsOf('twice'), await rowOf('twice')]).toEqual([0, undefined]);
  });
});

test('a stored answer cannot be read in the table', async () => {
  const secret = 'whsec_shown_only_once';
  const handler = command(async () => ({ secret }));
  await send(handler, { key: 'sealed' });
  const dump = await probe.db.system.sql<{
    text: string;
  }>`select k::text as text, encode(body_sealed, 'escape') as sealed from idempotency_keys k`;
  expect(JSON.stringify(dump)).not.toContain('shown_only_once');
  expect(Buffer.from((await rowOf('sealed'))?.bodySealed ?? []).toString('latin1')).not.toContain('shown_only_once');
  expect(await send(handler, { key: 'sealed' })).toMatchObject({ body: JSON.stringify({ secret }), replayed: true });
});

test('a stored answer that was altered is an internal error, never a wrong answer', async () => {
  await send(create, { key: 'altered' });
  await probe.world
    .db('catalog')
    .query(
      `update idempotency_keys set body_sealed = set_byte(body_sealed, 40, get_byte(body_sealed, 40) # 1) where key = 'altered'`,
    );
  await expect(send(create, { key: 'altered' })).rejects.toThrow();
});
