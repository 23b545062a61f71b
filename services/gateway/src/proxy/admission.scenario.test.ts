import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { apiVersions, permissions } from '@mizan/contracts';
import { startGatewayWorld, type GatewayResponse, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

const brief = ({ status, body }: GatewayResponse) => [
  status,
  body.error?.code,
  ...(body.error?.param ? [body.error.param] : []),
];
const typoIn = (key: string): string => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

describe('a request without a valid key', () => {
  const paths = [
    '/products',
    '/products/prod_1',
    '/nowhere',
    '/internal/calls/getAccount',
    '/',
    '/healthz/x',
    '//products',
  ];

  test.each(paths)('is 401 for %s, known or not', async (path) => {
    const answer = await gatewayWorld.send('GET', path, { key: null });
    expect(brief(answer)).toEqual([401, 'authentication_required']);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('is 401 whatever the header says', async () => {
    const { testSecret } = gatewayWorld.accounts.keys;
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${testSecret}`,
      testSecret,
      `Bearer ${typoIn(testSecret)}`,
      'Bearer sk_test_1',
    ];
    for (const authorization of headers)
      expect(brief(await gatewayWorld.send('GET', '/products', { key: null, headers: { authorization } }))).toEqual([
        401,
        'authentication_required',
      ]);
    expect(gatewayWorld.services.received).toHaveLength(0);
  });

  test('learns nothing about methods either', async () =>
    expect(brief(await gatewayWorld.send('DELETE', '/products', { key: null }))).toEqual([
      401,
      'authentication_required',
    ]));

  test('that a browser sends to the bare address, or to a short one of a guide, leads to the documentation, and no other does', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const open = await gatewayWorld.send('GET', '/', { key: null, headers: { accept } });
    expect([open.status, open.headers.get('location'), open.headers.get('vary')]).toEqual([302, '/docs', 'Accept']);
    const short = await gatewayWorld.send('GET', '/docs/webhooks', { key: null, headers: { accept } });
    expect([short.status, short.headers.get('location')]).toEqual([302, '/docs/guides/webhooks']);
    for (const [path, page] of [
      ['/docs/', '/docs'],
      ['/docs/guides/', '/docs/guides'],
      ['/docs/guides/webhooks/', '/docs/guides/webhooks'],
      ['/docs/reference/?from=mail', '/docs/reference'],
      ['/docs/3ds', '/docs/guides/3ds'],
      ['/docs/events/nope', '/docs/guides/nope'],
      ['/docs/events/refund.failed', '/docs/events#refund.failed'],
      ['/docs/errors/resource_missing/', '/docs/errors#resource_missing'],
    ] as const) {
      const { status, headers } = await gatewayWorld.send('GET', path, { key: null, headers: { accept } });
      expect([path, status, headers.get('location')]).toEqual([path, 302, page]);
    }
    const { testSecret } = gatewayWorld.accounts.keys;
    const others: [number, Awaited<ReturnType<typeof gatewayWorld.send>>][] = [
      [401, await gatewayWorld.send('GET', '/', { key: null, headers: { accept: 'application/json' } })],
      [401, await gatewayWorld.send('GET', '/docs/webhooks', { key: null, headers: { accept: 'application/json' } })],
      [401, await gatewayWorld.send('GET', '/docs/%2F%2Fevil.example', { key: null, headers: { accept } })],
      [401, await gatewayWorld.send('POST', '/', { key: null, headers: { accept } })],
      [401, await gatewayWorld.send('GET', '/products', { key: null, headers: { accept } })],
      [404, await gatewayWorld.send('GET', '/', { key: testSecret, headers: { accept } })],
    ];
    for (const [status, answer] of others) expect(answer.status).toBe(status);
  });

  test('reaches public documents', async () => {
    expect((await gatewayWorld.send('GET', '/c/cs_test_1', { key: null })).status).toBe(200);
    expect((await gatewayWorld.send('GET', '/openapi.json', { key: null })).body).toMatchObject({ openapi: '3.1.1' });
    expect((await gatewayWorld.send('GET', '/asyncapi.json', { key: null })).body).toMatchObject({ asyncapi: '3.1.0' });
    expect((await gatewayWorld.send('GET', '/healthz', { key: null })).status).toBe(200);
    expect((await gatewayWorld.send('GET', '/readyz', { key: null })).status).toBe(200);
  });
});

describe('a key that no longer works', () => {
  test('is api_key_inactive once expired', async () => {
    const { key } = await gatewayWorld.issueKey({ type: 'SECRET', expiresAt: new Date(Date.now() - 1_000) });
    expect(brief(await gatewayWorld.send('GET', '/products', { key }))).toEqual([401, 'api_key_inactive']);
    expect(brief(await gatewayWorld.send('GET', '/nowhere', { key }))).toEqual([401, 'api_key_inactive']);
  });

  test('is refused as soon as the event of its revocation arrives, while it is still cached', async () => {
    const { id, key } = await gatewayWorld.issueKey({ type: 'SECRET' });
    expect((await gatewayWorld.send('GET', '/products', { key })).status).toBe(200);
    await gatewayWorld.revoke(id);
    const revokedAt = Date.now();
    let answer = await gatewayWorld.send('GET', '/products', { key });
    while (answer.status === 200) answer = await gatewayWorld.send('GET', '/products', { key });
    expect(brief(answer)).toEqual([401, 'api_key_inactive']);
    expect(Date.now() - revokedAt).toBeLessThan(scaleTimeout(4_000)); // without the event it would be remembered for five seconds
  });

  test('is refused from an address outside its list', async () => {
    const { key } = await gatewayWorld.issueKey({ type: 'SECRET', ipAllowlist: ['192.0.2.0/24'] });
    const refused = await gatewayWorld.send('GET', '/products', { key });
    expect(brief(refused)).toEqual([403, 'permission_denied']);
    expect(refused.body.error?.message).toMatch(/^This API key is not allowed from (127\.0\.0\.1|::1)\.$/);
    expect(
      brief(await gatewayWorld.send('GET', '/products', { key, headers: { 'x-forwarded-for': '192.0.2.1' } })),
    ).toEqual([403, 'permission_denied']);
    const { key: here } = await gatewayWorld.issueKey({ type: 'SECRET', ipAllowlist: ['127.0.0.0/8', '::1'] });
    expect((await gatewayWorld.send('GET', '/products', { key: here })).status).toBe(200);
  });
});

describe('a valid key', () => {
  test('an unknown path is 404 with param path', async () => {
    for (const path of [
      '/nowhere',
      '/products/prod_1/nothing',
      '/internal/calls/getAccount',
      '/internal/healthz',
      '/Products',
      '/products/',
    ])
      expect(brief(await gatewayWorld.send('GET', path))).toEqual([404, 'resource_missing', 'path']);
  });

  test('a malformed id reaches its service as an unknown one and gets the response of a missing record', async () => {
    for (const id of ['%00', 'a%2F..%2Fb', "'", 'x'.repeat(300)]) {
      await gatewayWorld.send('PATCH', `/products/${id}?a=1`, { body: '{}' });
      expect(gatewayWorld.services.last().url).toBe('/products/none?a=1');
    }
    expect(brief(await gatewayWorld.send('GET', '/api-keys/%00'))).toEqual([404, 'resource_missing', 'id']);
  });

  test('a malformed id is no reason to say less about the rest of the request', async () => {
    for (const id of ['%00', 'prod_1'])
      expect(
        brief(await gatewayWorld.send('GET', `/products/${id}`, { headers: { 'api-version': '2020-02-30' } })),
      ).toEqual([400, 'parameter_invalid', 'Api-Version']);
    const live = {
      key: gatewayWorld.accounts.keys.liveSecret,
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json' },
    };
    for (const id of ['%00', 'x'.repeat(100), 'key_1'])
      expect(brief(await gatewayWorld.send('PATCH', `/api-keys/${id}`, live))).toEqual([403, 'two_factor_required']);
  });

  test('a wrong method is 405 and Allow names the right ones', async () => {
    const answer = await gatewayWorld.send('DELETE', '/products');
    expect(brief(answer)).toEqual([405, 'invalid_request']);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
    expect(brief(await gatewayWorld.send('OPTIONS', '/products'))).toEqual([405, 'invalid_request']);
  });

  test('HEAD is answered as GET is', async () => {
    expect((await gatewayWorld.send('HEAD', '/products')).status).toBe(200);
    expect(gatewayWorld.services.last().method).toBe('HEAD');
  });

  test('a publishable key is refused outside /client', async () => {
    const key = gatewayWorld.accounts.keys.testPublishable;
    expect(brief(await gatewayWorld.send('GET', '/products', { key }))).toEqual([403, 'permission_denied']);
    expect(brief(await gatewayWorld.send('GET', '/account', { key }))).toEqual([403, 'permission_denied']);
    expect((await gatewayWorld.send('GET', '/client/checkout/cs_test_1', { key })).status).toBe(200);
  });

  test('a missing permission is 403 and named', async () => {
    const answer = await gatewayWorld.send('POST', '/products', {
      key: gatewayWorld.accounts.keys.testRestricted,
      body: '{}',
    });
    expect(brief(answer)).toEqual([403, 'permission_denied']);
    expect(answer.body.error?.message).toContain('PRODUCT_WRITE');
    expect(
      (await gatewayWorld.send('GET', '/products', { key: gatewayWorld.accounts.keys.testRestricted })).status,
    ).toBe(200);
  });

  test('a live key may do everything but take money while live payments are not enabled', async () => {
    const key = gatewayWorld.accounts.keys.liveSecret;
    for (const path of ['/checkout/sessions', '/client/checkout/cs_live_1/confirm'])
      expect(brief(await gatewayWorld.send('POST', path, { key, body: '{}' }))).toEqual([
        403,
        'merchant_not_activated',
      ]);
    expect((await gatewayWorld.send('POST', '/products', { key, body: '{}' })).status).toBe(200);
    expect((await gatewayWorld.send('GET', '/checkout/sessions', { key })).status).toBe(200);
  });

  test('GET /account works with any secret or restricted key and shows what it may do', async () => {
    const { testSecret, testRestricted, liveSecret } = gatewayWorld.accounts.keys;
    expect((await gatewayWorld.send('GET', '/account', { key: testSecret })).body).toMatchObject({
      id: gatewayWorld.accounts.account.id,
      object: 'account',
      defaultCurrency: 'EGP',
      livemode: false,
      livePaymentsEnabled: false,
      apiKey: { type: 'SECRET', mode: 'test', permissions: [...permissions] },
    });
    expect((await gatewayWorld.send('GET', '/account', { key: liveSecret })).body).toMatchObject({
      id: gatewayWorld.accounts.account.id,
      livemode: true,
      apiKey: { type: 'SECRET', mode: 'live' },
    });
    const restricted = (await gatewayWorld.send('GET', '/account', { key: testRestricted })).body as {
      apiKey: { permissions: string[] };
    };
    expect(restricted.apiKey).toMatchObject({ type: 'RESTRICTED', mode: 'test' });
    expect(restricted.apiKey.permissions).toContain('PRODUCT_READ');
    expect(restricted.apiKey.permissions).not.toContain('PRODUCT_WRITE');
    expect(restricted.apiKey.permissions).toEqual([...restricted.apiKey.permissions].sort());
  });

  test('GET /account shows each key its own account', async () => {
    const { id, keys } = gatewayWorld.accounts.otherAccount;
    expect((await gatewayWorld.send('GET', '/account', { key: keys.testSecret })).body).toMatchObject({ id });
  });
});

describe('Api-Version', () => {
  test('is the one pinned on the key unless the request names another, and is echoed and passed on', async () => {
    const answer = await gatewayWorld.send('GET', '/products');
    expect(answer.headers.get('api-version')).toBe(apiVersions[0]);
    expect(gatewayWorld.services.last().headers['api-version']).toBe(apiVersions[0]);
    expect((await gatewayWorld.send('GET', '/products', { headers: { 'api-version': apiVersions[0] } })).status).toBe(
      200,
    );
  });

  test('that is unknown is 400 with its name, after the key was checked', async () => {
    const headers = { 'api-version': '2020-02-30' };
    expect(brief(await gatewayWorld.send('GET', '/products', { headers }))).toEqual([
      400,
      'parameter_invalid',
      'Api-Version',
    ]);
    expect(brief(await gatewayWorld.send('GET', '/products', { key: null, headers }))).toEqual([
      401,
      'authentication_required',
    ]);
  });
});

test('every answer has a Request-Id of its own, equal to that of an error body', async () => {
  const answers = [
    await gatewayWorld.send('GET', '/products'),
    await gatewayWorld.send('GET', '/nowhere'),
    await gatewayWorld.send('GET', '/healthz'),
  ];
  const ids = answers.map(({ headers }) => headers.get('request-id') ?? '');
  expect(ids.every((id) => /^req_[0-9A-Za-z]{24}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(3);
  expect(answers[1]?.body.request_id).toBe(ids[1]);
  expect(answers[1]?.body.error).toMatchObject({
    type: 'invalid_request_error',
    doc_url: expect.stringContaining('/docs/errors#resource_missing'),
  });
  const own = await gatewayWorld.send('GET', '/products', { headers: { 'request-id': 'req_mine' } });
  expect(own.headers.get('request-id')).not.toBe('req_mine');
});
