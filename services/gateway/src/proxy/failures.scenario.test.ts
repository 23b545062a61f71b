import { Agent, createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, scaleTimeout } from '@mizan/testing';
import { startGatewayWorld, type GatewayResponse, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld({ MIZAN_PAYMENTS_URL: await closedAddress() });
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

/** An address where no server listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${port}`;
}

/** Leaves that many idle connections between the gateway and the service. */
async function keepConnections(count: number): Promise<void> {
  const waiting: ServerResponse[] = [];
  gatewayWorld.services.answer((_request, response) => {
    waiting.push(response);
    if (waiting.length < count) return;
    for (const each of waiting) each.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await Promise.all(Array.from({ length: count }, () => gatewayWorld.send('GET', '/products')));
  gatewayWorld.services.reset();
  await gatewayWorld.send('GET', '/products'); // by its answer the others are back in the pool
  gatewayWorld.services.reset();
}

const brief = ({ status, body }: GatewayResponse) => [status, body.error?.type, body.error?.code];

describe('a service that is down', () => {
  test('is 503 internal_error with Retry-After, and its address stays ours', async () => {
    for (const [method, body] of [['GET', undefined] as const, ['POST', '{}'] as const]) {
      const answer = await gatewayWorld.send(method, '/refunds', body === undefined ? {} : { body });
      expect(brief(answer)).toEqual([503, 'api_error', 'internal_error']);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.body.request_id).toBe(answer.headers.get('request-id'));
      expect(answer.body.error?.message).not.toMatch(/ECONN|127|payments/);
    }
  });

  test('leaves the connection of its caller usable, although its body was not read', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, body: string): Promise<[status: number | undefined, reused: boolean]> =>
      new Promise((resolve, reject) => {
        const authorization = `Bearer ${gatewayWorld.accounts.keys.testSecret}`;
        const sent = httpRequest(
          `${gatewayWorld.url}${path}`,
          { method, agent, headers: { authorization } },
          (response) => {
            response.resume().once('end', () => resolve([response.statusCode, sent.reusedSocket]));
          },
        );
        sent.once('error', reject).setHeader('content-length', body.length).end(body);
      });
    expect(await send('POST', '/refunds', 'a'.repeat(200_000))).toEqual([503, false]);
    expect(await send('POST', '/products', '{}')).toEqual([200, true]);
    agent.destroy();
  });

  test('does not disturb the others', async () =>
    expect((await gatewayWorld.send('GET', '/products')).status).toBe(200));
});

describe('a service that breaks off', () => {
  test('before it answers leaves the outcome unknown: 504 request_timeout', async () => {
    gatewayWorld.services.answer((request) => request.socket.destroy());
    expect(brief(await gatewayWorld.send('POST', '/products', { body: '{}' }))).toEqual([
      504,
      'api_error',
      'request_timeout',
    ]);
  });

  test('an idle connection in the moment a read is sent is no failure', async () => {
    expect((await gatewayWorld.send('GET', '/products')).status).toBe(200);
    let broken = 0;
    gatewayWorld.services.answer((request, response) => {
      if (broken++ === 0) request.socket.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    expect((await gatewayWorld.send('GET', '/products')).status).toBe(200);
    expect(broken).toBe(2);
  });

  test('reads are repeated once and no more, however many connections are kept', async () => {
    await keepConnections(4);
    gatewayWorld.services.answer((request) => request.socket.destroy());
    expect(brief(await gatewayWorld.send('GET', '/products'))).toEqual([504, 'api_error', 'request_timeout']);
    expect(gatewayWorld.services.received).toHaveLength(2);
  });

  test('writes are never sent twice', async () => {
    await keepConnections(4);
    gatewayWorld.services.answer((request) => request.socket.destroy());
    const answer = await gatewayWorld.send('POST', '/products'); // without a body there would be nothing in the way
    expect(brief(answer)).toEqual([504, 'api_error', 'request_timeout']);
    expect(gatewayWorld.services.received).toHaveLength(1);
  });

  test('in the middle of its answer breaks off ours', async () => {
    let breakOff = (): void => undefined;
    gatewayWorld.services.answer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":');
      breakOff = () => void request.socket.destroy();
    });
    const answer = await fetch(`${gatewayWorld.url}/products`, {
      headers: { authorization: `Bearer ${gatewayWorld.accounts.keys.testSecret}` },
    });
    expect(answer.status).toBe(200); // it has started
    breakOff();
    await expect(answer.text()).rejects.toThrow();
  });
});

test('a service that does not answer is 504 request_timeout at its deadline, and its connection is closed', async () => {
  let isClosed = false;
  gatewayWorld.services.answer((_request, response) => {
    response.once('close', () => (isClosed = true));
  });
  const startedAt = performance.now();
  const answer = await gatewayWorld.send('GET', '/products');
  expect(brief(answer)).toEqual([504, 'api_error', 'request_timeout']);
  expect(answer.body.error?.message).toBe('The request timed out. Retry shortly.'); // a read has no outcome
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(9_900);
  expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(12_000));
  await eventually(() => expect(isClosed).toBe(true));
});

test('keys that cannot be looked up are our failure and not a wrong key', async () => {
  const { key } = await gatewayWorld.issueKey({ type: 'SECRET' });
  await gatewayWorld.world.db('gateway').query('alter table api_keys rename to api_keys_away');
  try {
    expect(brief(await gatewayWorld.send('GET', '/products', { key }))).toEqual([500, 'api_error', 'internal_error']);
  } finally {
    await gatewayWorld.world.db('gateway').query('alter table api_keys_away rename to api_keys');
  }
  expect((await gatewayWorld.send('GET', '/products', { key })).status).toBe(200);
});

test('a gateway that stops finishes what runs and takes nothing new', async () => {
  let release = (): void => undefined;
  gatewayWorld.services.answer((_request, response) => {
    release = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"late":true}');
  });
  const running = gatewayWorld.send('GET', '/products');
  await eventually(() => expect(gatewayWorld.services.received).toHaveLength(1));
  gatewayWorld.services.reset();
  const stopped = gatewayWorld.world.replica('gateway').stop();
  await eventually(() => expect(gatewayWorld.send('GET', '/products')).rejects.toThrow());
  release();
  expect((await running).body).toMatchObject({ late: true });
  await stopped;
  await gatewayWorld.world.replica('gateway').start();
  expect((await gatewayWorld.send('GET', '/products')).status).toBe(200);
});
