import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiKey, ApiKeyWithSecret } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type SendOptions, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { fromBase32 } from '../two-factor/base32.test-support.ts';
import { codeOf, stepAt } from '../two-factor/one-time-code.ts';

const operatorToken = 'an operator token of the tests, long enough';
let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld({ MIZAN_OPERATOR_TOKEN: operatorToken });
});
afterAll(() => world.stop());

const json = { 'content-type': 'application/json' };

/** An answer about keys or accounts, as far as these tests look at it. */
interface Answered {
  status: number;
  headers: Headers;
  body: ApiKeyWithSecret & {
    error?: { code: string; message?: string; param?: string };
    data: { id: string }[];
    totalCount: number;
    uri: string;
    livePaymentsEnabled: boolean;
  };
}
const call = (method: string, path: string, options: SendOptions = {}) =>
  world.send(method, path, options) as unknown as Promise<Answered>;
const send = (method: string, path: string, body?: unknown, options: SendOptions = {}) =>
  call(method, path, {
    ...options,
    headers: { ...json, ...options.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const create = async (body: Record<string, unknown>) =>
  (await send('POST', '/api-keys', { name: 'Till', ...body })).body;
const statusWith = async (key: string) => (await call('GET', '/account', { key })).status;
const problemOf = ({ status, body }: { status: number; body: { error?: { code: string; param?: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];
const operate = (method: string, path: string, body?: unknown, headers = {}) =>
  send(method, `/operator${path}`, body, { key: operatorToken, headers });

describe('POST /api-keys', () => {
  test('201 with the key itself, once: no other answer holds it', async () => {
    const made = await send('POST', '/api-keys', { name: 'Till 4', type: 'SECRET' });
    expect(made.status).toBe(201);
    const { secret, ...shown } = ApiKeyWithSecret.parse(made.body);
    expect(await statusWith(secret)).toBe(200);
    const read = await call('GET', `/api-keys/${shown.id}`);
    expect(ApiKey.strict().parse(read.body)).toMatchObject({
      name: 'Till 4',
      type: 'SECRET',
      mode: 'test',
      last4: secret.slice(-4),
    });
    const { body } = await call('GET', '/api-keys');
    expect(body.data[0]?.id).toBe(shown.id);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('a restricted key may do what it lists and nothing else', async () => {
    const { secret } = await create({ type: 'RESTRICTED', permissions: ['PRODUCT_READ'] });
    expect((await call('GET', '/products', { key: secret })).status).toBe(200);
    expect(problemOf(await send('POST', '/products', { name: 'x' }, { key: secret }))).toEqual([
      403,
      'permission_denied',
      undefined,
    ]);
  });

  test.each([
    ['no name', { name: '', type: 'SECRET' }, 'parameter_invalid', 'name'],
    ['an unknown type', { type: 'ROOT' }, 'parameter_invalid', 'type'],
    ['a restricted key without permissions', { type: 'RESTRICTED' }, 'parameter_missing', 'permissions'],
    [
      'permissions of a secret key',
      { type: 'SECRET', permissions: ['PRODUCT_READ'] },
      'parameter_invalid',
      'permissions',
    ],
    [
      'a permission that there is not',
      { type: 'RESTRICTED', permissions: ['ALL'] },
      'parameter_invalid',
      'permissions[0]',
    ],
    ['a range that is none', { type: 'SECRET', ipAllowlist: ['10.0.0.0/33'] }, 'parameter_invalid', 'ipAllowlist[0]'],
    [
      'origins of a secret key',
      { type: 'SECRET', allowedOrigins: ['https://shop.example'] },
      'parameter_invalid',
      'allowedOrigins',
    ],
    ...['https://shop.example/', 'https://*.shop.example', 'http://shop.example', 'shop.example', "'self'"].map(
      (origin): [string, object, string, string] => [
        `the origin ${origin}`,
        { type: 'PUBLISHABLE', allowedOrigins: [origin] },
        'parameter_invalid',
        'allowedOrigins[0]',
      ],
    ),
    ['an end that is past', { type: 'SECRET', expiresAt: '2020-01-01T00:00:00Z' }, 'parameter_invalid', 'expiresAt'],
    ['a field that there is not', { type: 'SECRET', admin: true }, 'parameter_unknown', 'admin'],
  ])('400 for %s', async (_what, body, code, param) => {
    expect(problemOf(await send('POST', '/api-keys', { name: 'x', ...body }))).toEqual([400, code, param]);
  });

  test('403 for a restricted key, even one that has the permission', async () => {
    const { secret } = await create({ type: 'RESTRICTED', permissions: ['API_KEY_READ', 'API_KEY_WRITE'] });
    for (const answer of [
      await send('POST', '/api-keys', { name: 'more', type: 'SECRET' }, { key: secret }),
      await call('GET', '/api-keys', { key: secret }),
    ])
      expect(problemOf(answer)).toEqual([403, 'permission_denied', undefined]);
  });
});

describe('PATCH /api-keys/{id}', () => {
  test('takes a permission, an address or the time away from a key in use', async () => {
    const { id, secret } = await create({ type: 'RESTRICTED', permissions: ['PRODUCT_READ', 'PRICE_READ'] });
    expect((await call('GET', '/products', { key: secret })).status).toBe(200);
    const changed = await send('PATCH', `/api-keys/${id}`, { permissions: ['PRICE_READ'], name: 'Prices' });
    expect(changed.body).toMatchObject({ name: 'Prices', permissions: ['PRICE_READ'] });
    await eventually(async () => expect((await call('GET', '/products', { key: secret })).status).toBe(403));
    await send('PATCH', `/api-keys/${id}`, { ipAllowlist: ['203.0.113.0/24'] });
    await eventually(async () => expect(await statusWith(secret)).toBe(403));
    const soon = new Date(Date.now() + 300).toISOString();
    expect((await send('PATCH', `/api-keys/${id}`, { ipAllowlist: [], expiresAt: soon })).status).toBe(200);
    await eventually(async () => expect(await statusWith(secret)).toBe(401));
    const expired = (await call('GET', `/api-keys/${id}`)).body;
    expect((await send('PATCH', `/api-keys/${id}`, expired)).body).toEqual(expired); // what it shows, sent back
    await send('PATCH', `/api-keys/${id}`, { expiresAt: null });
    await eventually(async () => expect(await statusWith(secret)).toBe(200));
  });

  test.each([
    ['RESTRICTED', { permissions: ['PRODUCT_READ'] }],
    ['SECRET', {}],
    ['PUBLISHABLE', { allowedOrigins: ['https://shop.example'] }],
  ])('what was read of a %s key may be sent back, and changes nothing', async (type, more) => {
    const { id } = await create({ type, ...more });
    const read = (await call('GET', `/api-keys/${id}`)).body;
    const sent = await send('PATCH', `/api-keys/${id}`, read);
    expect([sent.status, sent.body]).toEqual([200, read]);
  });

  test.each([{ type: 'SECRET' }, { mode: 'live' }, { apiVersion: '2020-01-01' }])(
    '400 for %j: a key is what it was created as',
    async (fixed) => {
      const { id } = await create({ type: 'PUBLISHABLE' });
      const sent = await send('PATCH', `/api-keys/${id}`, { ...fixed, name: 'x' });
      expect(problemOf(sent)).toEqual([400, 'parameter_invalid', Object.keys(fixed)[0]]);
    },
  );

  test.each([
    ['a restricted key none at all', { type: 'RESTRICTED', permissions: ['PRODUCT_READ'] }, []],
    ['a secret key fewer', { type: 'SECRET' }, ['PRODUCT_READ']],
    ['a secret key none', { type: 'SECRET' }, []],
    ['a publishable key one', { type: 'PUBLISHABLE' }, ['PRODUCT_READ']],
  ])('400 for permissions that give %s', async (_what, key, permissions) => {
    const { id } = await create(key);
    expect(problemOf(await send('PATCH', `/api-keys/${id}`, { permissions }))).toEqual([
      400,
      'parameter_invalid',
      'permissions',
    ]);
  });

  test('400 for an end that is past, and nothing is changed', async () => {
    const { secret: _, ...made } = await create({ type: 'SECRET' });
    const sent = await send('PATCH', `/api-keys/${made.id}`, { name: 'x', expiresAt: '2020-01-01T00:00:00Z' });
    expect(problemOf(sent)).toEqual([400, 'parameter_invalid', 'expiresAt']);
    expect((await call('GET', `/api-keys/${made.id}`)).body).toEqual(made);
  });

  test('409 for a revoked key, 404 for one of another account or mode', async () => {
    const { id } = await create({ type: 'SECRET' });
    expect((await call('DELETE', `/api-keys/${id}`)).body).toEqual({ id, object: 'api_key', deleted: true });
    expect(problemOf(await send('PATCH', `/api-keys/${id}`, { name: 'x' }))).toEqual([
      409,
      'resource_invalid_state',
      undefined,
    ]);
    const stranger = { key: world.accounts.otherAccount.keys.testSecret };
    for (const answer of [
      await send('PATCH', `/api-keys/${id}`, { name: 'x' }, stranger),
      await call('GET', `/api-keys/${id}`, stranger),
      await call('DELETE', `/api-keys/${id}`, stranger),
      await call('GET', `/api-keys/${id}`, { key: world.accounts.keys.liveSecret }),
    ])
      expect(problemOf(answer).slice(0, 2)).toEqual([404, 'resource_missing']);
  });
});

describe('POST /api-keys/{id}/roll', () => {
  test('the new key may do the same; the old one works on until its overlap ends', async () => {
    const old = await create({ type: 'RESTRICTED', permissions: ['PRODUCT_READ'] });
    const rolled = await send('POST', `/api-keys/${old.id}/roll`, { expireOldAfterSeconds: 3600 });
    expect(rolled.status).toBe(201);
    expect(rolled.body).toMatchObject({ type: 'RESTRICTED', permissions: ['PRODUCT_READ'], name: 'Till' });
    for (const secret of [old.secret, rolled.body.secret]) expect(await statusWith(secret)).toBe(200);
    const { expiresAt } = (await call('GET', `/api-keys/${old.id}`)).body;
    const left = (Date.parse(expiresAt ?? '') - Date.now()) / 1000;
    expect(left).toBeGreaterThan(3500);
    expect(left).toBeLessThanOrEqual(3600);

    // Another replacement would end with the overlap.
    const again = await send('POST', `/api-keys/${old.id}/roll`, { expireOldAfterSeconds: 60 });
    expect(problemOf(again).slice(0, 2)).toEqual([409, 'resource_invalid_state']);
    expect(again.body.error?.message).toContain(`${rolled.body.id} replaces it`);
    expect((await send('POST', `/api-keys/${rolled.body.id}/roll`, {})).body).toMatchObject({ expiresAt: null });
  });

  test('without an overlap the old key is refused within five seconds', async () => {
    const old = await create({ type: 'SECRET' });
    expect(await statusWith(old.secret)).toBe(200);
    const { body } = await send('POST', `/api-keys/${old.id}/roll`, {});
    await eventually(async () => expect(await statusWith(old.secret)).toBe(401), { timeoutMs: 5_500 });
    expect(await statusWith(body.secret)).toBe(200);
    expect(problemOf(await send('POST', `/api-keys/${old.id}/roll`, {}))).toEqual([
      409,
      'resource_invalid_state',
      undefined,
    ]);
  });

  test('409 for an expired key: one that may do the same would be dead as well', async () => {
    const { id } = await create({ type: 'SECRET' });
    await world.world.db('gateway').query(`update api_keys set expires_at = '2020-01-01' where id = $1`, [id]);
    const before = (await call('GET', '/api-keys')).body.totalCount;
    expect(problemOf(await send('POST', `/api-keys/${id}/roll`, { expireOldAfterSeconds: 60 }))).toEqual([
      409,
      'resource_invalid_state',
      undefined,
    ]);
    expect((await call('GET', '/api-keys')).body.totalCount).toBe(before);
  });

  test('an overlap of more than seven days is refused', async () => {
    const { id } = await create({ type: 'SECRET' });
    expect(problemOf(await send('POST', `/api-keys/${id}/roll`, { expireOldAfterSeconds: 604_801 }))).toEqual([
      400,
      'parameter_out_of_range',
      'expireOldAfterSeconds',
    ]);
  });
});

describe('live keys', () => {
  const liveKey = (headers: Record<string, string> = {}) =>
    send('POST', '/api-keys', { name: 'Live till', type: 'SECRET' }, { key: world.accounts.keys.liveSecret, headers });

  test('are made with the second factor only, and a code works once', async () => {
    expect(problemOf(await liveKey())).toEqual([403, 'two_factor_required', undefined]);
    const enrolled = await operate('POST', `/accounts/${world.accounts.account.id}/two-factor`);
    expect(enrolled.status).toBe(201);
    expect(enrolled.body.uri).toMatch(/^otpauth:\/\/totp\/Mizan.*secret=[A-Z2-7]{32}&/);
    const code = codeOf(fromBase32(enrolled.body.secret), stepAt(new Date()));
    expect(problemOf(await liveKey({ 'two-factor-code': code === '000000' ? '000001' : '000000' }))).toEqual([
      403,
      'two_factor_required',
      undefined,
    ]);
    expect((await liveKey({ 'two-factor-code': code })).status).toBe(201);
    expect(problemOf(await liveKey({ 'two-factor-code': code }))).toEqual([403, 'two_factor_required', undefined]);
  });

  test('are seen by live keys only', async () => {
    const { id } = await create({ type: 'SECRET' });
    const live = await call('GET', '/api-keys', { key: world.accounts.keys.liveSecret });
    expect(live.body.data.map(({ id }) => id)).not.toContain(id);
  });
});

describe('the operator', () => {
  test('makes an account and its first keys, which know nothing of another account', async () => {
    const account = await operate('POST', '/accounts', {
      displayName: 'Fayoum Pottery',
      country: 'EG',
      defaultCurrency: 'USD',
    });
    expect(account.status).toBe(201);
    expect(account.body).toMatchObject({
      displayName: 'Fayoum Pottery',
      defaultCurrency: 'USD',
      livePaymentsEnabled: false,
    });
    const key = await operate('POST', `/accounts/${account.body.id}/keys`, {
      name: 'First',
      type: 'SECRET',
      mode: 'test',
    });
    const seen = await call('GET', '/account', { key: key.body.secret });
    expect(seen.body).toMatchObject({ id: account.body.id, displayName: 'Fayoum Pottery', livemode: false });
    expect((await call('GET', '/api-keys', { key: key.body.secret })).body.totalCount).toBe(1);
    expect((await operate('GET', '/accounts')).body.data[0]?.id).toBe(account.body.id);
  });

  test('reads an account with its terms, and its keys in both modes, newest first and without secrets', async () => {
    const made = (await operate('POST', '/accounts', { displayName: 'Edfu Soap', vatOnFeesPpm: 140_000 })).body;
    const createKey = async (mode: string) =>
      (await operate('POST', `/accounts/${made.id}/keys`, { name: mode, type: 'SECRET', mode })).body;
    const keys = [await createKey('live'), await createKey('test')];
    await operate('DELETE', `/accounts/${made.id}/keys/${keys[0]?.id}`);

    const account = await operate('GET', `/accounts/${made.id}`);
    expect([account.status, account.body]).toEqual([200, made]);
    const { status, body } = await operate('GET', `/accounts/${made.id}/keys`);
    expect([status, body.totalCount]).toEqual([200, 2]);
    expect(body.data).toMatchObject([
      { id: keys[1]?.id, mode: 'test', revokedAt: null },
      { id: keys[0]?.id, mode: 'live', revokedAt: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain(keys[1]?.secret);
    expect((await operate('GET', `/accounts/${made.id}/keys?limit=1&page=2`)).body.data).toMatchObject([
      { id: keys[0]?.id },
    ]);
  });

  test('who repeats a request under one idempotency key gets one account', async () => {
    const make = () => operate('POST', '/accounts', { displayName: 'Once' }, { 'idempotency-key': 'once' });
    const [first, again] = [await make(), await make()];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('switches live payments on, and the keys in use notice', async () => {
    const { id } = (await operate('POST', '/accounts', { displayName: 'Live soon' })).body;
    const { secret } = (await operate('POST', `/accounts/${id}/keys`, { name: 'Live', type: 'SECRET', mode: 'live' }))
      .body;
    expect((await send('POST', '/checkout/sessions', {}, { key: secret })).body.error?.code).toBe(
      'merchant_not_activated',
    );
    expect((await operate('PATCH', `/accounts/${id}`, { livePaymentsEnabled: true })).body.livePaymentsEnabled).toBe(
      true,
    );
    await eventually(
      async () => expect((await send('POST', '/checkout/sessions', {}, { key: secret })).status).toBe(200),
      { timeoutMs: 6_000 },
    );
  });

  test('409 where a request whose response is no longer stored is sent again', async () => {
    const again = () =>
      operate('POST', '/accounts', { displayName: 'Esna Looms' }, { 'idempotency-key': 'created by a nightly job' });
    const first = await again();
    expect((await again()).body).toEqual(first.body);
    await world.world.db('gateway').query('truncate idempotency_keys');
    expect(problemOf(await again())).toEqual([409, 'resource_already_exists', undefined]);
  });

  test('404 for an account that does not exist, 401 and 404 for callers who are not the operator', async () => {
    expect(
      (await operate('POST', '/accounts/acct_none/keys', { name: 'x', type: 'SECRET', mode: 'test' })).status,
    ).toBe(404);
    expect((await operate('PATCH', '/accounts/acct_none', {})).status).toBe(404);
    for (const path of ['/accounts/acct_none', '/accounts/acct_none/keys'])
      expect((await operate('GET', path)).status).toBe(404);
    const mistyped = await send('GET', '/operator/accounts', undefined, { key: `${operatorToken}x` });
    const message =
      'The operator’s token is not valid here. On the server, `mizan operator-token` prints the one that is.';
    expect(mistyped.body).toMatchObject({ error: { message } });
    for (const key of [null, `${operatorToken}x`, 'mz_op_guess'])
      expect((await send('GET', '/operator/accounts', undefined, { key })).status).toBe(401);
    expect((await send('GET', '/operator/accounts')).status).toBe(404);
    expect((await send('GET', '/account', undefined, { key: operatorToken })).status).toBe(401);
  });
});
