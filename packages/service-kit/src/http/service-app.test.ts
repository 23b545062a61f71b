import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWorld, type Api, type World } from '@mizan/testing';
import { SiblingOverloaded } from '../overload.ts';
import { command, page, phased, query } from '../handlers.ts';
import { identityOf, probeService } from '../probe-service.test-support.ts';
import { Problem } from '../problem.ts';

let world: World;
let api: Api;
let executed = 0;
let identity: string;

beforeAll(async () => {
  const service = probeService({
    routes: {
      createProduct: command(async (tx, { body, requestId }) => {
        if (body['name'] === 'waits in vain') await tx.sql`do $$ begin raise lock_not_available; end $$`;
        if (body['name'] === 'cut off') await tx.sql`select pg_terminate_backend(pg_backend_pid())`;
        if (body['name'] === 'cut off beside the commit') tx.alongCommit`select pg_terminate_backend(pg_backend_pid())`;
        if (body['name'] === 'sold out') throw new Problem('price_sold_out', 'None left.');
        return { executed: ++executed, body, requestId };
      }),
      updateProduct: command({
        load: async ({ reader }, { params }) => {
          if (params['id'] === 'prod_cut_off') await reader.sql`select pg_terminate_backend(pg_backend_pid())`;
          if (params['id'] === 'prod_sibling')
            throw new Problem('internal_error', 'Wrong.', { status: 504, cause: new SiblingOverloaded('away') });
        },
        run: async () => ({ executed: ++executed }),
      }),
      createPrice: phased({
        reserve: async () => ({}),
        call: async (_made, { reader }, { body }) => {
          if (body['name'] === 'cut off in between') await reader.sql`select pg_terminate_backend(pg_backend_pid())`;
        },
        settle: async (tx, { input: { body } }) => {
          if (body['name'] === 'waits in vain') await tx.sql`do $$ begin raise lock_not_available; end $$`;
          return {};
        },
      }),
      showFile: page(async ({ db }) => {
        await db.system.sql`select pg_terminate_backend(pg_backend_pid())`;
        return { status: 200, headers: {}, body: '' };
      }),
      getPrice: query(async (reader, { params, idempotencyKey }) => {
        if (params['id'] === 'price_cut_off') await reader.sql`select pg_terminate_backend(pg_backend_pid())`;
        if (params['id'] === 'price_wrong') await reader.sql`select broken`;
        if (params['id'] === 'price_undefined') return undefined;
        if (params['id'] === 'price_circular')
          return Object.assign(
            {},
            {
              get self() {
                throw new Error('no JSON');
              },
            },
          );
        if (params['id'] === 'price_limited') throw new Problem('rate_limit', 'Slow down.', { retryAfterSeconds: 7 });
        if (params['id'] === 'price_broken') throw new Error('secret detail');
        return { id: params['id'], idempotencyKey: idempotencyKey ?? null };
      }),
    },
  });
  world = await startWorld({ services: [service], nats: false });
  api = world.merchantClient('catalog');
  identity = await identityOf('gateway', 'catalog');
});
afterAll(() => world.stop());

const post = (body: unknown, headers: Record<string, string> = {}) => api('POST', '/products', body, { headers });
const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.error?.code, body.error?.param];

describe('a query', () => {
  test.each([
    ['a parameter given twice', '?active=true&active=false', [400, 'parameter_invalid', 'active']],
    ['an unknown parameter', '?colour=red', [400, 'parameter_unknown', 'colour']],
    ['the parameter __proto__', '?__proto__=1', [400, 'parameter_unknown', '__proto__']],
    ['U+0000', '?search=a%00b', [400, 'invalid_request', undefined]],
  ])('%s is refused', async (_what, search, expected) => {
    expect(refusal(await api('GET', `/products${search}`))).toEqual(expected);
  });
});

describe('an id', () => {
  test.each([
    '%00',
    '%zz',
    '%ff',
    'a%2fb',
    '..%2f..',
    'a%20b',
    '%F0%9F%98%80',
    `${'a'.repeat(65)}`,
    "'%20or%20''='",
    '$%7B1%7D',
  ])('%s that none of ours can look like gets the same 404 as a missing one', async (id) => {
    const { status, body, headers } = await api('GET', `/products/${id}`);
    expect([status, headers.get('content-type'), body.error?.code, body.error?.param]).toEqual([
      404,
      'application/json; charset=utf-8',
      'resource_missing',
      'id',
    ]);
  });

  test.each([
    ['a body', 'PATCH', '', { colour: 'red' }, [400, 'parameter_unknown', 'colour']],
    ['a query', 'GET', '/stats?colour=red', undefined, [400, 'parameter_unknown', 'colour']],
  ])('like that is no reason to look less closely at %s', async (_what, method, rest, body, expected) => {
    for (const id of ['%00', 'prod_1'])
      expect(refusal(await api(method, `/products/${id}${rest}`, body))).toEqual(expected);
  });
});

describe('an Idempotency-Key', () => {
  const withKey = (key: string, method = 'POST') =>
    api(method, method === 'GET' ? '/prices/price_1' : '/products', method === 'GET' ? undefined : { name: 'a' }, {
      idempotencyKey: key,
    });

  test.each(['', 'a'.repeat(256), 'clé'])('of "%.10s" is refused and nothing is executed', async (key) => {
    const before = executed;
    expect(refusal(await withKey(key))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    expect(executed).toBe(before);
  });

  test.each([' !"~ ', 'a'.repeat(255)])('of "%.10s" is taken', async (key) => {
    expect((await withKey(key)).status).toBe(201);
  });

  test('on a GET is ignored, whatever it says', async () => {
    const { status, body } = await withKey('a'.repeat(300), 'GET');
    expect([status, body['idempotencyKey']]).toEqual([200, null]);
  });
});

test('a request whose caller has stopped waiting is not started', async () => {
  const before = executed;
  const { status, body } = await post({ name: 'a' }, { 'x-deadline-ms': '0' });
  expect([status, body.error?.code]).toEqual([504, 'request_timeout']);
  expect(executed).toBe(before);
});

describe('an answer', () => {
  test('carries the request id that the gateway gave, and one of ours without it', async () => {
    expect((await post({ name: 'a' }, { 'request-id': 'req_given' })).body['requestId']).toBe('req_given');
    expect((await post({ name: 'a' })).body['requestId']).toMatch(/^req_\w{24}$/);
    expect((await api('GET', '/nowhere', undefined, { headers: { 'request-id': 'req_given' } })).body.request_id).toBe(
      'req_given',
    );
  });

  const send = async (name: string, requestId: string) => {
    const response = await fetch(`${world.urls.catalog}/products`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `once ${name}`,
        'request-id': requestId,
        'x-identity': identity,
      },
      body: JSON.stringify({ name }),
    });
    const said = ['idempotent-replayed', 'original-request-id'].map((name) => response.headers.get(name));
    return { status: response.status, said, text: await response.text() };
  };

  test('to a repeated key is the first one byte for byte, and says whose it was', async () => {
    const [first, second] = [await send('a', 'req_first'), await send('a', 'req_second')];
    expect(first).toMatchObject({ status: 201, said: [null, null] });
    expect(second).toEqual({ ...first, said: ['true', 'req_first'] });
  });

  test('that refuses a repeated key is the first refusal, and names the request that it answers', async () => {
    const first = await send('sold out', 'req_first');
    expect(first).toMatchObject({ status: 409, said: [null, null] });
    const second = await send('sold out', 'req_second');
    expect(second.said).toEqual(['true', 'req_first']);
    expect(second.text).toBe(first.text.replace('req_first', 'req_second'));
    expect(JSON.parse(second.text)).toMatchObject({ error: { code: 'price_sold_out' }, request_id: 'req_second' });
  });

  test('to what we did wrong says nothing about it', async () => {
    const { status, body } = await api('GET', '/prices/price_broken');
    expect([status, body.error?.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  test.each(['price_undefined', 'price_circular'])(
    'that cannot be written (%s) is a 500 and not the end of the process',
    async (id) => {
      const { status, body } = await api('GET', `/prices/${id}`);
      expect([status, body.error?.code]).toEqual([500, 'internal_error']);
      expect((await api('GET', '/prices/price_1')).status).toBe(200);
    },
  );

  test('says that nothing happened, and when to come back, where a database that is busy or away undid it', async () => {
    for (const name of ['waits in vain', 'cut off', 'cut off beside the commit']) {
      const changing = await post({ name });
      expect([name, changing.status, changing.headers.get('retry-after')]).toEqual([name, 503, '1']);
    }
    const away = await api('GET', '/prices/price_cut_off');
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
    for (const id of ['prod_cut_off', 'prod_sibling']) {
      const request = await api('PATCH', `/products/${id}`, {});
      expect([id, request.status, request.headers.get('retry-after')]).toEqual([id, 503, '1']);
    }
  });

  test.each(['cut off in between', 'waits in vain'])(
    'of a request that had started (%s) says that the outcome is unknown: money may have moved',
    async (name) => {
      const price = { name, currency: 'EGP', unitAmount: 1 };
      const answer = await api<{ error: { code: string } }>('POST', '/prices?productId=prod_1', price);
      expect([answer.status, answer.body.error.code]).toEqual([504, 'request_timeout']);
    },
  );

  test('of a page says when to come back', async () => {
    const shown = await fetch(`${world.urls.catalog}/files/any.png`);
    expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('does not say so of a wrong statement', async () => {
    expect((await api('GET', '/prices/price_wrong')).status).toBe(500);
  });

  test('to a caller who should wait says how long', async () => {
    const { status, headers } = await api('GET', '/prices/price_limited');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  });
});
