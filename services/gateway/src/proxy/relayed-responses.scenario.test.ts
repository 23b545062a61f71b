import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

describe('what a caller receives', () => {
  test("is the service's answer without what concerns one connection only", async () => {
    gatewayWorld.services.answer((_request, response) => {
      response
        .writeHead(201, {
          'content-type': 'application/json',
          'idempotent-replayed': 'true',
          'retry-after': '7',
          server: 'inner',
          'x-powered-by': 'inner',
          'keep-alive': 'timeout=1',
          'request-id': 'inner',
        })
        .end('{"a":1}');
    });
    const answer = await gatewayWorld.send('POST', '/products', { body: '{}' });
    expect([answer.status, answer.body]).toEqual([201, { a: 1 }]);
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('server')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('pages keep their own caching and policy', async () => {
    gatewayWorld.services.answer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=60',
        'content-security-policy': "default-src 'none'",
      });
      response.end('{}');
    });
    const answer = await gatewayWorld.send('GET', '/assets/checkout', { key: null });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  });

  test('an error that is not the envelope becomes one, and so does a refusal of our own identity', async () => {
    gatewayWorld.services.answer(
      (_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>oh</h1>'),
    );
    const broken = await gatewayWorld.send('GET', '/products');
    expect([broken.status, broken.body.error?.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(broken.body)).not.toContain('<h1>');
    gatewayWorld.services.answer((_request, response) => {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"code":"authentication_required"}}');
    });
    const refused = await gatewayWorld.send('GET', '/products');
    expect([refused.status, refused.body.error?.code]).toEqual([500, 'internal_error']);
    expect((await gatewayWorld.send('GET', '/client/checkout/cs_test_1', { key: null })).status).toBe(401);
  });

  test("a service's own error passes as it is", async () => {
    const envelope = {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'x', param: 'id' },
      request_id: 'req_1',
    };
    gatewayWorld.services.answer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(envelope));
    });
    expect((await gatewayWorld.send('GET', '/products/prod_1')).body).toEqual(envelope);
  });

  test('an event stream arrives as it is written', async () => {
    gatewayWorld.services.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const response = await fetch(`${gatewayWorld.url}/products`, {
      headers: { authorization: `Bearer ${gatewayWorld.accounts.keys.testSecret}` },
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
    await reader?.cancel();
  });

  test('a caller that goes away ends the request to the service', async () => {
    let gone = false;
    gatewayWorld.services.answer((_request, response) => {
      response.once('close', () => (gone = !response.writableFinished));
    });
    const leaving = new AbortController();
    const response = fetch(`${gatewayWorld.url}/products`, {
      headers: { authorization: `Bearer ${gatewayWorld.accounts.keys.testSecret}` },
      signal: leaving.signal,
    });
    await eventually(() => expect(gatewayWorld.services.received).toHaveLength(1));
    leaving.abort();
    await expect(response).rejects.toThrow();
    await eventually(() => expect(gone).toBe(true));
  });
});

describe('an idempotency key', () => {
  const asKey = (path: string, key: string) =>
    gatewayWorld.send('POST', path, {
      body: '{}',
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    });
  const outcome = async (path: string, key: string) => {
    const { status, body } = await asKey(path, key);
    return body.error ? `${status} ${body.error.code}` : status;
  };
  /** The services answer requests with a status, and the question whether they have a key. */
  const services = (status: number, isHeld: boolean) =>
    gatewayWorld.services.answer((request, response) => {
      const isQuestion = request.url?.startsWith('/internal/calls/holds');
      response
        .writeHead(isQuestion ? 200 : status, { 'content-type': 'application/json' })
        .end(isQuestion ? JSON.stringify({ isHeld }) : '{}');
    });
  const waitedFor = (key: string) =>
    gatewayWorld.world
      .db('gateway')
      .query(`update key_homes set entered_at = entered_at - interval '61 seconds' where key = $1`, [key]);

  test('passes to the service that it was used at without a question, whatever that one answers', async () => {
    services(201, true);
    for (let i = 0; i < 3; i++) expect(await outcome('/products', 'same')).toBe(201);
    expect(gatewayWorld.services.received.map(({ url }) => url)).toEqual(['/products', '/products', '/products']);
  });

  test.each([
    ['held', 201, true, '400 idempotency_key_in_use'],
    ['held with a refusal', 409, true, '400 idempotency_key_in_use'],
    ['not held after a refusal', 400, false, 201],
    ['not held after a failure', 500, false, 201],
    [
      'not held although nothing was refused, as if the request were still under way',
      201,
      false,
      '409 idempotency_key_in_use',
    ],
  ])('that is %s gets its answer at another service', async (what, status, isHeld, expected) => {
    services(status, isHeld);
    await asKey('/products', what);
    services(201, isHeld);
    expect(await outcome('/customers', what)).toBe(expected);
    expect(gatewayWorld.services.received.filter(({ url }) => url === '/customers')).toHaveLength(
      expected === 201 ? 1 : 0,
    );
  });

  test('whose request got lost on the way is free for another service after a minute, and belongs to that one then', async () => {
    gatewayWorld.services.answer((_request, response) => void response.destroy());
    expect((await asKey('/products', 'lost')).status).toBe(504);
    services(201, false);
    expect(await outcome('/customers', 'lost')).toBe('409 idempotency_key_in_use');
    await waitedFor('lost');
    expect(await outcome('/customers', 'lost')).toBe(201);
    services(201, true);
    expect(await outcome('/products', 'lost')).toBe('400 idempotency_key_in_use');
    expect(await outcome('/customers', 'lost')).toBe(201);
  });

  test('whose caller left before the request was passed on is free', async () => {
    const blocker = await gatewayWorld.world.db('gateway').connect();
    const leaving = new AbortController();
    await blocker.query('begin; lock table key_homes in access exclusive mode');
    const left = fetch(`${gatewayWorld.url}/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gatewayWorld.accounts.keys.testSecret}`, 'idempotency-key': 'left' },
      signal: leaving.signal,
    });
    await eventually(async () => {
      const { rows } = await blocker.query(
        `select 1 from pg_locks where not granted and relation = 'key_homes'::regclass`,
      );
      expect(rows).toHaveLength(1);
    });
    leaving.abort();
    await expect(left).rejects.toThrow();
    await gatewayWorld.send('GET', '/coupons'); // answered after the gateway has seen the other connection end
    await blocker.query('commit');
    blocker.release();
    services(201, false);
    await eventually(async () => expect(await outcome('/customers', 'left')).toBe(201));
    expect(gatewayWorld.services.received.filter(({ url }) => url === '/products')).toEqual([]);
  });

  test('whose service is too busy to say whether it holds it is 503, since nothing happened', async () => {
    services(400, false);
    await asKey('/products', 'unsaid');
    gatewayWorld.services.answer((_request, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"code":"internal_error"}}');
    });
    expect(await outcome('/customers', 'unsaid')).toBe('503 internal_error');
    services(201, false);
    expect(await outcome('/customers', 'unsaid')).toBe(201);
  });

  test('sent to two services at once goes to one of them', async () => {
    services(400, false);
    await asKey('/products', 'raced');
    services(201, false);
    const paths = ['/customers', '/refunds', '/coupons', '/webhook-endpoints'];
    const statuses = await Promise.all(paths.map(async (path) => (await asKey(path, 'raced')).status));
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  test("of the gateway's own stays its own when the test data is removed: it keeps its answers", async () => {
    services(400, false);
    await asKey('/products', 'of-a-service');
    const make = (name: string) =>
      gatewayWorld.send('POST', '/api-keys', {
        body: JSON.stringify({ name, type: 'SECRET' }),
        headers: { 'idempotency-key': 'of-the-gateway', 'content-type': 'application/json' },
      });
    const first = await make('kept');
    expect(first.status).toBe(201);
    const standsStill = {
      rowsDeleted: 0,
      jobsRun: 0,
      nextDueAt: null,
      lastOutboxId: 0,
      eventsEmitted: 0,
      unpublished: 0,
      lastStreamSeq: 0,
      isHandled: true,
    };
    gatewayWorld.services.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(standsStill));
    });
    const removal = await gatewayWorld.send('DELETE', '/test-helpers/data', {
      body: '{"confirm":"RESET"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'removal' },
    });
    expect(removal.status).toBe(200);
    services(201, true);
    expect(await outcome('/customers', 'of-a-service')).toBe(201);
    for (const key of ['of-the-gateway', 'removal'])
      expect(await outcome('/customers', key)).toBe('400 idempotency_key_in_use');
    expect((await make('kept')).body).toEqual(first.body);
  });

  test('means nothing to reads, and of other modes nothing either', async () => {
    services(201, true);
    await asKey('/products', 'elsewhere');
    const headers = { 'idempotency-key': 'elsewhere' };
    expect((await gatewayWorld.send('GET', '/customers', { headers })).status).toBe(201);
    const key = gatewayWorld.accounts.keys.liveSecret;
    expect((await gatewayWorld.send('POST', '/customers', { headers, key })).status).toBe(201);
  });
});
