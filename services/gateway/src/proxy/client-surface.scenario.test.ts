import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startGatewayWorld, type GatewayResponse, type GatewayWorld } from './gateway-world.test-support.ts';

let front: GatewayWorld;
beforeAll(async () => {
  front = await startGatewayWorld();
});
afterEach(() => front.services.reset());
afterAll(() => front.stop());

const brief = ({ status, body }: GatewayResponse) => [
  status,
  body.error?.code,
  ...(body.error?.param ? [body.error.param] : []),
];

describe('the client surface', () => {
  const path = '/client/checkout/cs_test_1';

  test('needs no key, and refuses one that is none', async () => {
    expect((await front.send('GET', path, { key: null })).status).toBe(200);
    expect(brief(await front.send('GET', path, { key: 'pk_nonsense' }))).toEqual([401, 'invalid_api_key']);
    const { key } = await front.issueKey({ type: 'PUBLISHABLE', expiresAt: new Date(0) });
    expect(brief(await front.send('GET', path, { key }))).toEqual([401, 'api_key_inactive']);
  });

  test('can be called from any page, errors and preflight included', async () => {
    const preflight = await front.send('OPTIONS', path, {
      key: null,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'PATCH']),
    );
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Client-Secret, Content-Type, Idempotency-Key, Api-Version',
    );
    expect((await front.send('GET', path, { key: null })).headers.get('access-control-allow-origin')).toBe('*');
    expect((await front.send('GET', path, { key: 'nonsense' })).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('takes a publishable key from pages of its origins only, and from servers', async () => {
    const { key } = await front.issueKey({ type: 'PUBLISHABLE', allowedOrigins: ['https://shop.example'] });
    const from = async (origin: string) => brief(await front.send('GET', path, { key, headers: { origin } }));
    expect(await from('https://shop.example')).toEqual([200, undefined]);
    for (const origin of ['https://evil.example', 'https://shop.example:8443', 'http://shop.example', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, [403, 'permission_denied']]);
    expect((await front.send('GET', path, { key })).status).toBe(200);
  });

  test('is the only part of the API that browsers elsewhere can read', async () => {
    expect((await front.send('GET', '/products')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await front.send('OPTIONS', '/products', { key: null })).status).toBe(401);
  });

  test('passes the client secret on, which no other operation does', async () => {
    const headers = { 'client-secret': 'cs_test_1_secret_x' };
    await front.send('GET', path, { key: null, headers });
    expect(front.services.last().headers['client-secret']).toBe('cs_test_1_secret_x');
    await front.send('GET', '/products', { headers });
    expect(front.services.last().headers['client-secret']).toBeUndefined();
  });
});
