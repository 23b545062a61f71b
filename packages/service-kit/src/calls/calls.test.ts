import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { defaultMaxBodyBytes, type ServiceName } from '@mizan/contracts';
import { startWorld, type World } from '@mizan/testing';
import { command, query } from '../handlers.ts';
import { IdentityMinter } from '../identity/identity.ts';
import { newId } from '../ids.ts';
import { probeProduct } from '../probe-product.test-support.ts';
import { probeService } from '../probe-service.test-support.ts';
import { Problem } from '../problem.ts';
import { deriveServiceEnv } from '../secrets.ts';
import { currentService, inService } from '../telemetry/current-service.ts';
import { currentWork, newWork, runWork, type Work } from '../telemetry/work.ts';
import { Calls } from './call-client.ts';
import { LocalServices } from './local-services.ts';

const scope = { merchantId: 'acct_1', livemode: false };
const prices = { priceIds: ['price_1'] };

let world: World;
let local: LocalServices;
let answer: () => unknown;
let executed: number;

beforeAll(async () => {
  const service = probeService({
    answers: {
      getCheckoutPrices: query(async (_reader, { body, identity }) => {
        executed++;
        return {
          prices: [{ identity, body, work: currentWork(), service: currentService() }],
          ...((await answer()) as object),
        };
      }),
      createAdHocPrices: command(async (tx) => {
        executed++;
        tx.emit('product.deleted', { object: probeProduct(newId('prod')), version: 1 });
        return { prices: [newId('price')] };
      }),
    },
  });
  local = new LocalServices();
  world = await startWorld({ services: [{ ...service, start: (env) => service.start(env, local) }], nats: false });
});
beforeEach(() => {
  executed = 0;
  answer = () => ({});
});
afterAll(() => world.stop());

function callsOf(from: ServiceName, isLocal: boolean): Calls {
  const seed = deriveServiceEnv(world.rootSecret, from)['MIZAN_IDENTITY_PRIVATE_KEY'] ?? '';
  return new Calls(from, new IdentityMinter(from, seed), isLocal ? local : { catalog: world.urls.catalog ?? '' });
}

describe.each([
  ['over HTTP', false],
  ['in one process', true],
])('%s', (_, isLocal) => {
  const of = (from: ServiceName) => callsOf(from, isLocal).bind(scope);
  const refuseWith = (problem: Problem) => {
    answer = () => Promise.reject(problem);
    return of('checkout').getCheckoutPrices(prices);
  };

  test('a call is answered as a work and a service of its own, in the scope, trace and request of the calling one', async () => {
    const emitted = { bytes: 0, scope: undefined };
    const work: Work = { ...newWork(0), requestId: 'req_1', idempotencyKey: 'key-1', deadlineAt: 1, emitted };
    const seen = await inService('checkout', () =>
      runWork(work, async () => {
        const { prices: answers } = await of('checkout').getCheckoutPrices(prices);
        expect([currentWork(), currentService()]).toEqual([work, 'checkout']);
        return answers[0] as unknown as { identity: object; body: object; work: Work; service: string };
      }),
    );
    expect(seen).toMatchObject({
      service: 'catalog',
      identity: { kind: 'service', issuer: 'checkout', scope },
      body: prices,
      work: { traceId: work.traceId, spanId: work.spanId, requestId: 'req_1', idempotencyKey: 'key-1' },
    });
    expect(seen.work.deadlineAt).toBeGreaterThan(performance.now()); // its own, not that of the calling request
  });

  test('the events of the called service count for the request that called it', async () => {
    const emitted = { bytes: 0, scope: undefined };
    await runWork({ ...newWork(0), emitted }, () =>
      of('checkout').createAdHocPrices({ items: [item] }, { idempotencyKey: newId('key') }),
    );
    expect(emitted).toMatchObject({ scope, bytes: expect.any(Number) });
    expect(emitted.bytes).toBeGreaterThan(100);
  });

  test('a repeat under the same key gets the first answer and changes nothing', async () => {
    const idempotencyKey = newId('key');
    const make = () => of('checkout').createAdHocPrices({ items: [item] }, { idempotencyKey });
    const emitted = async () => (await world.db('catalog').query('select 1 from outbox')).rowCount ?? 0;
    const before = await emitted();
    expect(await make()).toEqual(await make());
    expect(await emitted()).toBe(before + 1);
  });

  test('a service that may not make the call is refused', async () => {
    await expect(of('webhooks').getCheckoutPrices(prices)).rejects.toMatchObject({ status: 401 });
    expect(executed).toBe(0);
  });

  test('a request that breaks the contract is a bug, whose details stay inside', async () => {
    await expect(of('checkout').getCheckoutPrices({ priceIds: [] })).rejects.toMatchObject({
      code: 'internal_error',
      status: 500,
      message: expect.not.stringContaining('getCheckoutPrices'),
    });
    expect(executed).toBe(0);
  });

  test('text that is no Unicode, and a body over the limit, are refused', async () => {
    const refused = (priceId: string) => of('checkout').getCheckoutPrices({ priceIds: [priceId] });
    await expect(refused('\uD800')).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
    const tooLarge = { code: 'invalid_request', status: 413 };
    await expect(refused('a'.repeat(defaultMaxBodyBytes))).rejects.toMatchObject(tooLarge);
    expect(executed).toBe(0);
  });

  test('a refusal arrives with its parameter, its reason and when to retry', async () => {
    const headers = { 'RateLimit-Reason': 'declines' };
    const refusal = { param: 'items[0]', retryAfterSeconds: 3, headers };
    await expect(refuseWith(new Problem('rate_limit', 'Slower.', refusal))).rejects.toMatchObject({
      code: 'rate_limit',
      status: 429,
      message: 'Slower.',
      ...refusal,
    });
  });

  test('what fails there is a failure of ours, and 504 when only the calling service knows what it means', async () => {
    await expect(refuseWith(new Error('secret') as Problem)).rejects.toMatchObject({
      code: 'internal_error',
      status: 500,
      message: expect.not.stringContaining('secret'),
    });
    const overloaded = new Problem('internal_error', 'Wait.', { status: 503 });
    await expect(refuseWith(overloaded)).rejects.toMatchObject({ code: 'internal_error', status: 504 });
  });

  test('a deadline that passes is 504, while the service goes on', async () => {
    const late = Promise.withResolvers<object>();
    answer = () => late.promise;
    const realTimeout = AbortSignal.timeout;
    AbortSignal.timeout = () => realTimeout(30);
    await expect(of('checkout').getCheckoutPrices(prices))
      .rejects.toMatchObject({ code: 'request_timeout', status: 504 })
      .finally(() => (AbortSignal.timeout = realTimeout));
    late.resolve({});
    expect(executed).toBe(1);
  });
});

const item = { currency: 'EGP', unitAmount: 100, productData: { name: 'Soap' } } as const;

test('in one process: a service that stops answers what it was called for, and is then 503 until it starts again', async () => {
  const calls = callsOf('checkout', true).bind(scope);
  const slow = Promise.withResolvers<object>();
  const called = Promise.withResolvers<void>();
  answer = () => (called.resolve(), slow.promise);
  const running = calls.getCheckoutPrices(prices);
  await called.promise;
  const stopped = world.replica('catalog').stop();
  const refused = async (): Promise<unknown> => {
    answer = () => ({});
    for (;;)
      try {
        await setImmediate(); // a call within the process needs no turn of the event loop, but the stop does
        await calls.getCheckoutPrices(prices);
      } catch (thrown) {
        return thrown;
      }
  };
  expect(await refused()).toMatchObject({ code: 'internal_error', status: 503, retryAfterSeconds: 1 });
  slow.resolve({ late: true });
  expect(await running).toMatchObject({ late: true });
  await stopped;
  await world.replica('catalog').start();
  expect(await calls.getCheckoutPrices(prices)).toMatchObject({ prices: [expect.anything()] });
});
