import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';
import { sendRaw } from './raw-http.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld({ MIZAN_PAYMENTS_URL: 'http://127.0.0.1:1' });
});
afterAll(() => gatewayWorld.stop());

/** Everything this world's gateway wrote, as a process of its own; a world's logs are named after its database. */
function logText(): string {
  const name = new URL(gatewayWorld.world.databaseUrls('gateway').ownerUrl).pathname.slice(1);
  return readFileSync(join(process.env['MIZAN_TEST_RUN'] ?? '', 'logs', `${name}-gateway.log`), 'utf8');
}

interface Line {
  event: string;
  requestId: string;
}

test('one line for each request, with ids and outcome, and no secret in any of them', async () => {
  await gatewayWorld.world.replica('gateway').spawn({ LOG_LEVEL: 'debug' });
  const { testSecret, testPublishable } = gatewayWorld.accounts.keys;
  const typo = `${testSecret.slice(0, -1)}!`;
  const canary = 'canary4242424242424242canary';
  const headers = {
    'client-secret': `cs_test_1_secret_${canary}`,
    cookie: canary,
    'x-identity': canary,
    'idempotency-key': canary,
  };

  const answers = [
    await gatewayWorld.send('GET', `/products?search=${canary}`, { headers }),
    await gatewayWorld.send('POST', '/products', { headers, body: JSON.stringify({ name: canary }) }),
    await gatewayWorld.send('GET', '/products', { key: typo, headers }),
    await gatewayWorld.send('GET', `/${canary}`, { headers }),
    await gatewayWorld.send('GET', `/refunds?token=${canary}`, { headers }),
    await gatewayWorld.send('GET', '/client/checkout/cs_test_1', { key: testPublishable, headers }),
    await gatewayWorld.send('GET', '/products', { headers: { 'api-version': canary } }),
  ];
  await sendRaw(
    gatewayWorld.url,
    `GET /products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testSecret}\r\n${canary}\r\n\r\n`,
  );
  await gatewayWorld.send('GET', '/healthz');

  const lines = await eventually(() => {
    const all = logText()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const requests = all.filter(({ event }) => event === 'http.request');
    expect(requests).toHaveLength(answers.length);
    expect(all.filter(({ event }) => event === 'http.unparsed')).toHaveLength(1);
    return requests;
  });
  expect(lines.map(({ requestId }) => requestId)).toEqual(answers.map((answer) => answer.headers.get('request-id')));
  expect(lines[0]).toMatchObject({
    level: 'info',
    operation: 'listProducts',
    method: 'GET',
    status: 200,
    merchantId: gatewayWorld.scope.merchantId,
    livemode: false,
    keyId: expect.stringMatching(/^key_/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    durationMs: expect.any(Number),
  });
  expect(lines[2]).toMatchObject({ status: 401, code: 'authentication_required' });
  expect(lines[3]).toMatchObject({ status: 404, code: 'resource_missing', param: 'path', operation: 'unknown' });
  expect(lines[4]).toMatchObject({
    level: 'error',
    status: 503,
    code: 'internal_error',
    err: { code: 'ECONNREFUSED' },
  });
  const allowed = [
    'level',
    'time',
    'event',
    'operation',
    'method',
    'status',
    'code',
    'param',
    'merchantId',
    'livemode',
    'keyId',
  ];
  allowed.push('requestId', 'traceId', 'aborted', 'durationMs', 'err', 'msg', 'service');
  expect(lines.flatMap((line) => Object.keys(line)).filter((field) => !allowed.includes(field))).toEqual([]);
  for (const secret of [canary, testSecret, testPublishable, typo, 'Bearer']) expect(logText()).not.toContain(secret);
});
