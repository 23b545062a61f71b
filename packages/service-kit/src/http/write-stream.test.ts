import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startWorld, type World } from '@mizan/testing';
import { stream, type Input } from '../handlers.ts';
import { identityOf, probeService } from '../probe-service.test-support.ts';
import { resourceMissing } from '../problem.ts';

let world: World;
let written = 0;
let ended = 0;
const endless = 'x'.repeat(64 * 1024);

beforeAll(async () => {
  const getProduct = stream(async (_reader, { params }: Input<Record<string, string>>) => {
    if (params['id'] === 'prod_none') throw resourceMissing();
    return async function* pieces(gone: AbortSignal) {
      try {
        if (params['id'] === 'prod_two') {
          yield 'data: 1\n\n';
          yield 'data: 2\n\n';
          return;
        }
        if (params['id'] === 'prod_broken') {
          yield 'data: 1\n\n';
          throw new Error('secret detail');
        }
        for (written = 0; !gone.aborted && params['id'] === 'prod_endless'; written += 1) yield endless;
        yield ': hello\n\n';
        await new Promise((left) => gone.addEventListener('abort', left, { once: true }));
      } finally {
        ended += 1;
      }
    };
  });
  world = await startWorld({ services: [probeService({ routes: { getProduct } })], nats: false });
});
afterAll(() => world.stop());

async function open(id: string, method = 'GET'): Promise<IncomingMessage> {
  const headers = { 'x-identity': await identityOf('gateway', 'catalog') };
  return new Promise((resolve, reject) => {
    get(`${world.urls.catalog}/products/${id}`, { headers, method }, resolve).once('error', reject);
  });
}

test('a stream is answered as server-sent events that no proxy may buffer', async () => {
  const { status, headers, body } = await world.merchantClient('catalog')('GET', '/products/prod_two');
  expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(
    [200, 'text/event-stream; charset=utf-8', 'no-store', 'no'],
  );
  expect(body).toBe('data: 1\n\ndata: 2\n\n');
});

test('what is wrong before it starts is answered like any refusal', async () => {
  const { status, body } = await world.merchantClient('catalog')('GET', '/products/prod_none');
  expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
});

test('HEAD is answered and over', async () => {
  const response = await open('prod_quiet', 'HEAD');
  expect(response.headers['content-type']).toMatch('text/event-stream');
  response.resume();
  await new Promise((over) => response.once('end', over));
});

test('a reader that reads nothing costs what the sockets hold and no more', async () => {
  const response = await open('prod_endless');
  await eventually(() => expect(written).toBeGreaterThan(5));
  let before = -1;
  await eventually(() => {
    const settled = written === before;
    before = written;
    expect(settled).toBe(true);
  });
  expect(written).toBeLessThan(400);
  response.destroy();
});

test('a reader that leaves ends the pieces', async () => {
  const before = ended;
  const response = await open('prod_quiet');
  await new Promise((started) => response.once('data', started));
  response.destroy();
  await eventually(() => expect(ended).toBe(before + 1));
});

test('a failure after the start cuts the stream off and says nothing', async () => {
  const response = await open('prod_broken');
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((over) => response.once('close', over).on('error', () => undefined));
  expect(response.complete).toBe(false);
  expect(text).not.toContain('secret');
});
