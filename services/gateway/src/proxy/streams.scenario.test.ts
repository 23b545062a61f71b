import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { operations } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld({ MIZAN_RATE_LIMIT: 'on', MIZAN_RATE_LIMIT_CONCURRENT: '1' });
});
afterEach(() => gatewayWorld.services.reset());
afterAll(() => gatewayWorld.stop());

/** Makes the service answer `/events/stream` with a stream that the test writes itself. */
function streaming(): { response(): ServerResponse } {
  let stream: ServerResponse | undefined;
  gatewayWorld.services.answer((request, response) => {
    if (!request.url?.startsWith('/events/stream')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write(': hello\n\n');
  });
  return {
    response() {
      if (stream === undefined) throw new Error('the stream was not opened');
      return stream;
    },
  };
}

interface Opened {
  readonly answer: IncomingMessage;
  text(): string;
  readonly over: Promise<boolean>;
}

async function open(
  key = gatewayWorld.accounts.keys.testSecret,
  headers: Record<string, string> = {},
): Promise<Opened> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { authorization: `Bearer ${key}`, ...headers };
    get(`${gatewayWorld.url}/events/stream`, { headers: all }, resolve).once('error', reject);
  });
  let text = '';
  answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  return {
    answer,
    text: () => text,
    over: new Promise((resolve) => answer.once('close', () => resolve(answer.complete))),
  };
}

test('what the service writes arrives at once, for longer than any deadline', async () => {
  const service = streaming();
  const { answer, text } = await open();
  const until = performance.now() + operations.streamEvents.deadlineMs + 1_000;
  for (let i = 0; performance.now() < until; i += 1) {
    service.response().write(`data: ${i}\n\n`);
    await eventually(() => expect(text()).toMatch(`data: ${i}\n\n`));
  }
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ]);
  answer.destroy();
  await eventually(() => expect(service.response().destroyed).toBe(true));
});

test('Last-Event-ID reaches the service', async () => {
  streaming();
  const { answer } = await open(undefined, { 'last-event-id': 'evt_1' });
  expect(gatewayWorld.services.last().headers['last-event-id']).toBe('evt_1');
  answer.destroy();
});

test('a stream does not count as a request under way', async () => {
  streaming();
  const first = await open();
  const second = await open();
  expect((await gatewayWorld.send('GET', '/events')).status).toBe(200);
  first.answer.destroy();
  second.answer.destroy();
});

test('a refusal is answered as usual', async () => {
  const body = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'x', param: 'after' } };
  gatewayWorld.services.answer((_request, response) => {
    response
      .writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ ...body, request_id: 'req_1' }));
  });
  expect(await gatewayWorld.send('GET', '/events/stream')).toMatchObject({ status: 404, body });
});

test('a service that breaks off breaks the stream, so that its reader comes back', async () => {
  const service = streaming();
  const { over } = await open();
  service.response().destroy();
  expect(await over).toBe(false);
});

test('a revoked key reads no further', async () => {
  streaming();
  const { id, key } = await gatewayWorld.issueKey({ type: 'RESTRICTED', permissions: ['EVENT_READ'] });
  const [theirs, mine] = [await open(key), await open()];
  await gatewayWorld.revoke(id);
  expect(await theirs.over).toBe(true);
  expect(mine.answer.complete).toBe(false);
  mine.answer.destroy();
});

test('a stopping gateway ends its streams at once and cleanly', async () => {
  streaming();
  const { over } = await open();
  const stopped = gatewayWorld.world.replica('gateway').stop();
  expect(await over).toBe(true);
  await stopped;
  await gatewayWorld.world.replica('gateway').start();
});
