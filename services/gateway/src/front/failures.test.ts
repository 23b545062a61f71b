import { Agent, createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, scaleTimeout } from '@mizan/testing';
import { startFrontWorld, type Answer, type FrontWorld } from './front-world.test-support.ts';

let front: FrontWorld;
beforeAll(async () => {
  front = await startFrontWorld({ MIZAN_PAYMENTS_URL: await closedAddress() });
});
afterEach(() => front.services.reset());
afterAll(() => front.stop());

/** An address where nobody listens any more. */
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
  front.services.answer((_request, response) => {
    waiting.push(response);
    if (waiting.length < count) return;
    for (const each of waiting) each.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await Promise.all(Array.from({ length: count }, () => front.ask('GET', '/products')));
  front.services.reset();
  await front.ask('GET', '/products'); // by its answer the others are back in the pool
  front.services.reset();
}

const brief = ({ status, body }: Answer) => [status, body.error?.type, body.error?.code];

describe('a service that is down', () => {
  test('is 503 internal_error with Retry-After, and its address stays ours', async () => {
    for (const [method, body] of [['GET', undefined] as const, ['POST', '{}'] as const]) {
      const answer = await front.ask(method, '/refunds', body === undefined ? {} : { body });
      expect(brief(answer)).toEqual([503, 'api_error', 'internal_error']);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.body.request_id).toBe(answer.headers.get('request-id'));
      expect(answer.body.error?.message).not.toMatch(/ECONN|127|payments/);
    }
  });

  test('leaves the connection of its caller usable, although nobody read the body', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, body: string): Promise<[status: number | undefined, reused: boolean]> =>
      new Promise((resolve, reject) => {
        const authorization = `Bearer ${front.accounts.keys.testSecret}`;
        const sent = httpRequest(`${front.url}${path}`, { method, agent, headers: { authorization } }, (response) => {
          response.resume().once('end', () => resolve([response.statusCode, sent.reusedSocket]));
        });
        sent.once('error', reject).setHeader('content-length', body.length).end(body);
      });
    expect(await send('POST', '/refunds', 'a'.repeat(200_000))).toEqual([503, false]);
    expect(await send('POST', '/products', '{}')).toEqual([200, true]);
    agent.destroy();
  });

  test('does not disturb the others', async () => expect((await front.ask('GET', '/products')).status).toBe(200));
});

describe('a service that breaks off', () => {
  test('before it answers leaves the outcome unknown: 504 request_timeout', async () => {
    front.services.answer((request) => request.socket.destroy());
    expect(brief(await front.ask('POST', '/products', { body: '{}' }))).toEqual([504, 'api_error', 'request_timeout']);
  });

  test('an idle connection in the moment a read is sent is no failure', async () => {
    expect((await front.ask('GET', '/products')).status).toBe(200);
    let broken = 0;
    front.services.answer((request, response) => {
      if (broken++ === 0) request.socket.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    expect((await front.ask('GET', '/products')).status).toBe(200);
    expect(broken).toBe(2);
  });

  test('reads are repeated once and no more, however many connections are kept', async () => {
    await keepConnections(4);
    front.services.answer((request) => request.socket.destroy());
    expect(brief(await front.ask('GET', '/products'))).toEqual([504, 'api_error', 'request_timeout']);
    expect(front.services.received).toHaveLength(2);
  });

  test('writes are never sent twice', async () => {
    await keepConnections(4);
    front.services.answer((request) => request.socket.destroy());
    const answer = await front.ask('POST', '/products'); // without a body there would be nothing in the way
    expect(brief(answer)).toEqual([504, 'api_error', 'request_timeout']);
    expect(front.services.received).toHaveLength(1);
  });

  test('in the middle of its answer breaks off ours', async () => {
    let breakOff = (): void => undefined;
    front.services.answer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":');
      breakOff = () => void request.socket.destroy();
    });
    const answer = await fetch(`${front.url}/products`, {
      headers: { authorization: `Bearer ${front.accounts.keys.testSecret}` },
    });
    expect(answer.status).toBe(200); // it has begun
    breakOff();
    await expect(answer.text()).rejects.toThrow();
  });
});

test('a service that does not answer is 504 request_timeout at its deadline, and is told to stop', async () => {
  let told = false;
  front.services.answer((_request, response) => {
    response.once('close', () => (told = true));
  });
  const startedAt = performance.now();
  const answer = await front.ask('GET', '/products');
  expect(brief(answer)).toEqual([504, 'api_error', 'request_timeout']);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(9_900);
  expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(12_000));
  await eventually(() => expect(told).toBe(true));
});

test('keys that cannot be looked up are our failure and not a wrong key', async () => {
  const { key } = await front.issueKey({ type: 'SECRET' });
  await front.world.db('gateway').query('alter table api_keys rename to api_keys_away');
  try {
    expect(brief(await front.ask('GET', '/products', { key }))).toEqual([500, 'api_error', 'internal_error']);
  } finally {
    await front.world.db('gateway').query('alter table api_keys_away rename to api_keys');
  }
  expect((await front.ask('GET', '/products', { key })).status).toBe(200);
});

test('a gateway that stops finishes what runs and takes nothing new', async () => {
  let release = (): void => undefined;
  front.services.answer((_request, response) => {
    release = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"late":true}');
  });
  const running = front.ask('GET', '/products');
  await eventually(() => expect(front.services.received).toHaveLength(1));
  front.services.reset();
  const stopped = front.world.replica('gateway').stop();
  await eventually(() => expect(front.ask('GET', '/products')).rejects.toThrow());
  release();
  expect((await running).body).toMatchObject({ late: true });
  await stopped;
  await front.world.replica('gateway').start();
  expect((await front.ask('GET', '/products')).status).toBe(200);
});
