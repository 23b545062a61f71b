import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWorld, type Api, type World } from '@mizan/testing';
import { command } from '../handlers.ts';
import { identityOf, probeService } from '../probe-service.test-support.ts';

let world: World;
let api: Api;
let identity: string;

beforeAll(async () => {
  const service = probeService({ routes: { createProduct: command(async () => ({ made: true })) } });
  world = await startWorld({ services: [service], nats: false });
  api = world.merchantClient('catalog');
  identity = await identityOf('gateway', 'catalog');
});
afterAll(() => world.stop());

const post = (body: unknown, headers: Record<string, string> = {}) => api('POST', '/products', body, { headers });
const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.error?.code, body.error?.param];

describe('a body', () => {
  test.each([
    ['nested 21 levels deep', `{"name":${'['.repeat(20)}1${']'.repeat(20)}}`],
    ['nested ten thousand levels deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['with U+0000 in a value', `{"name":"a\\u0000b"}`],
    ['with U+0000 in a key', `{"na\\u0000me":"a"}`],
    ['with a lone surrogate', `{"name":"\\ud800"}`],
    ['with a lone surrogate deep inside', `{"metadata":{"a":["\\udc00"]}}`],
    ['with the key __proto__', `{"name":"a","__proto__":{"active":false}}`],
    ['with the key __proto__ deep inside', `{"metadata":{"a":{"__proto__":1}}}`],
    ['with one key twice', `{"name":"a","name":"b"}`],
    ['with one key twice, spelled differently', `{"name":"a","n\\u0061me":"b"}`],
    ['with one key twice deep inside', `{"metadata":{"a":1,"b":[{"c":1,"c":2}]}}`],
    ['that is cut off', `{"name":"a"`],
    ['that is no JSON', `name=a`],
    ['with two values', `{} {}`],
  ])('%s is 400 invalid_request', async (_what, body) => {
    expect(refusal(await post(body))).toEqual([400, 'invalid_request', undefined]);
  });

  test('that is not UTF-8 is 400 invalid_request', async () => {
    expect(refusal(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
  });

  test('20 levels deep, with equal keys in different objects, is parsed', async () => {
    const { body } = await post(
      `{"name":"a","metadata":{"a":"1"},"prices":[{"metadata":{"a":"2"}},{"metadata":{"a":"3"}}]}`,
    );
    expect(body.error?.code).not.toBe('invalid_request');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of content type "%s" is 415',
    async (type) => {
      expect(refusal(await post('{"name":"a"}', { 'content-type': type }))).toEqual([
        415,
        'invalid_request',
        undefined,
      ]);
    },
  );

  test('of JSON with a charset is read', async () => {
    expect((await post('{"name":"a"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(201);
  });

  test('an unknown key is named', async () => {
    expect(refusal(await post({ name: 'a', colour: 'red' }))).toEqual([400, 'parameter_unknown', 'colour']);
  });
});

test('an operation that takes no body passes over nothing that is sent to it', async () => {
  const remove = (body?: unknown) => api('DELETE', '/products/prod_1', body);
  for (const none of [undefined, {}]) expect((await remove(none)).status).toBe(200);
  expect(refusal(await remove({ reason: 'old' }))).toEqual([400, 'parameter_unknown', 'reason']);
  expect(refusal(await remove('{'))).toEqual([400, 'invalid_request', undefined]);
});

describe('a body over 256 KiB', () => {
  /** What the service answers on a raw connection, however the connection ends. */
  const converse = (write: (send: (text: string | Buffer) => Promise<void>) => Promise<void>) =>
    new Promise<{ answer: string; sent: number }>((resolve) => {
      const { hostname, port } = new URL(world.urls.catalog ?? '');
      const socket = connect(Number(port), hostname);
      let answer = '';
      let sent = 0;
      socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
      socket.on('error', () => undefined).on('close', () => resolve({ answer, sent }));
      void write(async (text) => {
        if (socket.destroyed || !socket.writable) return;
        sent += text.length;
        await new Promise<void>((flushed) => socket.write(text, () => flushed()));
      });
    });
  const head = (more: string) =>
    `POST /products HTTP/1.1\r\nhost: x\r\nx-identity: ${identity}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;

  test('is refused by its declared length before any of it is sent', async () => {
    const { answer } = await converse((send) => send(head(`content-length: ${256 * 1024 + 1}`)));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('is refused while it streams in chunks, long before its end, with a readable answer', async () => {
    const chunk = Buffer.alloc(16 * 1024, 0x20);
    const chunks = 4_096; // 64 MiB: far more than what buffers on the way could take
    const { answer, sent } = await converse(async (send) => {
      await send(head('transfer-encoding: chunked'));
      for (let i = 0; i < chunks; i++) {
        await send(`${chunk.length.toString(16)}\r\n`);
        await send(Buffer.concat([chunk, Buffer.from('\r\n')]));
      }
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('invalid_request');
    expect(sent).toBeLessThan((chunks / 4) * chunk.length);
  });

  test('of exactly 256 KiB is read', async () => {
    const frame = JSON.stringify({ name: 'a', metadata: null, description: '' });
    const body = frame.replace('""', `"${'x'.repeat(256 * 1024 - Buffer.byteLength(frame))}"`);
    expect(Buffer.byteLength(body)).toBe(256 * 1024);
    expect((await post(body)).status).not.toBe(413);
    expect((await post(`${body} `)).status).toBe(413);
  });
});
