import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

const identityOf = (headers: Record<string, unknown>): Record<string, unknown> => {
  const [, payload = ''] = String(headers['x-identity']).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
};

describe('what a service receives', () => {
  const named = [
    'content-type',
    'accept',
    'accept-language',
    'idempotency-key',
    'api-version',
    'request-id',
    'traceparent',
    'x-client-ip',
    'x-identity',
    'x-deadline-ms',
    'content-length',
    'host',
    'connection',
  ];

  test('is the request as it was sent, and of its headers only the named ones', async () => {
    const answer = await gatewayWorld.send('POST', '/products?b=2&a=%D9%85', {
      body: '{"name":"ميزان"}',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': 'ar',
        'idempotency-key': 'one',
        cookie: 'a=b',
        'x-anything': '1',
        'user-agent': 'test',
      },
    });
    expect(answer.status).toBe(200);
    const { method, url, headers, body } = gatewayWorld.services.last();
    expect([method, url, body]).toEqual(['POST', '/products?b=2&a=%D9%85', '{"name":"ميزان"}']);
    expect(Object.keys(headers).sort()).toEqual([...named].sort());
    expect(headers).toMatchObject({
      'accept-language': 'ar',
      'idempotency-key': 'one',
      'x-client-ip': '127.0.0.1',
      'x-deadline-ms': '10000',
      'request-id': answer.headers.get('request-id'),
    });
    expect(identityOf(headers)).toMatchObject({
      iss: 'gateway',
      aud: 'catalog',
      kind: 'merchant',
      mid: gatewayWorld.scope.merchantId,
      live: false,
      kt: 'SECRET',
    });
  });

  const forgeries = [
    ...[
      'x-identity',
      'X-Identity',
      'X-IDENTITY',
      'x_identity',
      'x-identity ',
      ' x-identity',
      'x-identity\t',
      'X-Iden\u0074ity',
    ],
    ...[
      'x-merchant-id',
      'x-account',
      'x-livemode',
      'x-mizan-account',
      'x-key-id',
      'x-permissions',
      'x-user',
      'x-internal',
    ],
    ...[
      'x-client-ip',
      'X-Client-Ip',
      'x-real-ip',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'via',
    ],
    ...[
      'request-id',
      'x-request-id',
      'x-deadline-ms',
      'x-original-url',
      'x-rewrite-url',
      'x-http-method-override',
      'x-method-override',
    ],
    ...[
      'proxy-authorization',
      'proxy-connection',
      'te',
      'trailer',
      'keep-alive',
      'cookie',
      'origin',
      'referer',
      'x-identity-2',
    ],
  ];

  test('forged identity headers change nothing, in 40 variants', async () => {
    expect(forgeries).toHaveLength(40);
    await gatewayWorld.send('GET', '/products');
    const honest = gatewayWorld.services.last().headers;
    for (const name of forgeries) {
      gatewayWorld.services.received.length = 0;
      const status = await rawStatus(name, 'forged');
      if (status === 400) continue; // not even a header: refused before it was a request
      expect([name, status]).toEqual([name, 200]);
      const { headers } = gatewayWorld.services.last();
      expect([name, Object.values(headers).some((value) => String(value).includes('forged'))]).toEqual([name, false]);
      expect(Object.keys(headers).sort()).toEqual(
        Object.keys({ ...honest })
          .filter((each) => !['accept', 'accept-language'].includes(each))
          .sort(),
      );
      expect(identityOf(headers)).toMatchObject({ mid: gatewayWorld.scope.merchantId, live: false });
      expect(headers['x-client-ip']).toBe('127.0.0.1');
    }
  });

  test('hop-by-hop names in Connection remove no header of the gateway', async () => {
    await rawStatus('Connection', 'keep-alive, x-identity, request-id');
    const { headers } = gatewayWorld.services.last();
    expect(identityOf(headers)).toMatchObject({ mid: gatewayWorld.scope.merchantId, live: false });
    expect(headers['request-id']).toMatch(/^req_\w+$/);
  });

  test('a buyer has no merchant; a publishable key adds its own, without any permission', async () => {
    await gatewayWorld.send('GET', '/client/checkout/cs_test_1', { key: null });
    expect(identityOf(gatewayWorld.services.last().headers)).toMatchObject({
      kind: 'client',
      aud: 'checkout',
      perms: [],
    });
    expect(identityOf(gatewayWorld.services.last().headers)['mid']).toBeUndefined();
    await gatewayWorld.send('GET', '/client/checkout/cs_test_1', { key: gatewayWorld.accounts.keys.testSecret });
    expect(identityOf(gatewayWorld.services.last().headers)).toMatchObject({
      kind: 'client',
      mid: gatewayWorld.scope.merchantId,
      perms: [],
    });
  });

  test('a page is opened without any identity, whatever key came with it', async () => {
    await gatewayWorld.send('GET', '/c/cs_test_1');
    expect(gatewayWorld.services.last().headers['x-identity']).toBeUndefined();
  });

  test("continues the caller's trace and keeps its decision; a malformed one is replaced", async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await gatewayWorld.send('GET', '/products', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    expect(gatewayWorld.services.last().headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    await gatewayWorld.send('GET', '/products', {
      headers: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` },
    });
    expect(gatewayWorld.services.last().headers['traceparent']).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  /** `fetch` tidies headers up; a socket does not. */
  function rawStatus(name: string, value: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gatewayWorld.url);
      const socket = connect(Number(port), hostname, () => {
        const { testSecret } = gatewayWorld.accounts.keys;
        const lines = [
          'GET /products HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${testSecret}`,
          `${name}: ${value}`,
          'Connection: close',
        ];
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      });
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(Number(text.split(' ')[1])));
      socket.on('error', reject);
    });
  }
});
