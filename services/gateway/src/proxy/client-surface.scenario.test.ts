import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
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

describe('the client surface', () => {
  const path = '/client/checkout/cs_test_1';

  test('needs no key, and refuses one that is none', async () => {
    expect((await gatewayWorld.send('GET', path, { key: null })).status).toBe(200);
    expect(brief(await gatewayWorld.send('GET', path, { key: 'pk_nonsense' }))).toEqual([401, 'invalid_api_key']);
    const { key } = await gatewayWorld.issueKey({ type: 'PUBLISHABLE', expiresAt: new Date(0) });
    expect(brief(await gatewayWorld.send('GET', path, { key }))).toEqual([401, 'api_key_inactive']);
  });

  test('can be called from any page, errors and preflight included', async () => {
    const preflight = await gatewayWorld.send('OPTIONS', path, {
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
    expect((await gatewayWorld.send('GET', path, { key: null })).headers.get('access-control-allow-origin')).toBe('*');
    expect((await gatewayWorld.send('GET', path, { key: 'nonsense' })).headers.get('access-control-allow-origin')).toBe(
      '*',
    );
  });

  test('takes a publishable key from pages of its origins only, and from servers', async () => {
    const { key } = await gatewayWorld.issueKey({ type: 'PUBLISHABLE', allowedOrigins: ['https://shop.example'] });
    const from = async (origin: string) => brief(await gatewayWorld.send('GET', path, { key, headers: { origin } }));
    expect(await from('https://shop.example')).toEqual([200, undefined]);
    for (const origin of ['https://evil.example', 'https://shop.example:8443', 'http://shop.example', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, [403, 'permission_denied']]);
    expect((await gatewayWorld.send('GET', path, { key })).status).toBe(200);
  });

  test('is the only part of the API that browsers elsewhere can read', async () => {
    expect((await gatewayWorld.send('GET', '/products')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await gatewayWorld.send('OPTIONS', '/products', { key: null })).status).toBe(401);
  });

  test('passes the client secret on, which no other operation does', async () => {
    const headers = { 'client-secret': 'cs_test_1_secret_x' };
    await gatewayWorld.send('GET', path, { key: null, headers });
    expect(gatewayWorld.services.last().headers['client-secret']).toBe('cs_test_1_secret_x');
    await gatewayWorld.send('GET', '/products', { headers });
    expect(gatewayWorld.services.last().headers['client-secret']).toBeUndefined();
  });
});
