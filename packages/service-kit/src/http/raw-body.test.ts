import { Readable } from 'node:stream';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '@mizan/contracts';
import { startWorld, type World } from '@mizan/testing';
import { page, type Input, type Page, type RawBody } from '../handlers.ts';
import { probeService } from '../probe-service.test-support.ts';
import { Problem } from '../problem.ts';

type AnyInput = Input<Record<string, string>, Record<string, unknown>, Record<string, unknown>>;
const limit = operations.uploadFile.maxBodyBytes;
const answer = (body: Page['body'], headers: Record<string, string> = {}): Page => ({ status: 200, headers, body });
const handleNothing = async (_body: RawBody): Promise<Page> => answer('');
let handle = handleNothing;
let show: () => Page = () => answer('');
let world: World;

beforeAll(async () => {
  const uploadFile = page((_context, { body }: AnyInput) => handle(body as unknown as RawBody));
  const showFile = page(() => Promise.resolve(show()));
  world = await startWorld({ services: [probeService({ routes: { uploadFile, showFile } })], nats: false });
});
afterEach(() => {
  handle = handleNothing;
});
afterAll(() => world.stop());

const put = (body: Uint8Array<ArrayBuffer>) => fetch(`${world.urls.catalog}/uploads/a`, { method: 'PUT', body });

describe('a body that is no JSON', () => {
  test('reaches the handler as the bytes that were sent, as many as the operation allows', async () => {
    const sent = new Uint8Array(limit).map((_, i) => i * 31);
    let got: Buffer | undefined;
    handle = async (body) => {
      got = await body.read();
      return answer('');
    };
    expect((await put(sent)).status).toBe(200);
    expect(got?.equals(sent)).toBe(true);
  });

  test('is 413 beyond what the handler accepts, and beyond the operation’s limit whatever it accepts', async () => {
    handle = async (body) => answer(String((await body.read(10)).length));
    expect(await (await put(new Uint8Array(10))).text()).toBe('10');
    const refused = await put(new Uint8Array(11));
    expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'invalid_request' } }]);
    handle = async (body) => answer(String((await body.read(limit * 2)).length));
    expect((await put(new Uint8Array(limit + 1))).status).toBe(413);
  });

  test('need not arrive before the handler refuses it', async () => {
    handle = () => Promise.reject(new Problem('resource_missing', 'No such thing.'));
    const { hostname, port } = new URL(world.urls.catalog ?? '');
    const text = await new Promise<string>((resolve) => {
      let read = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`PUT /uploads/a HTTP/1.1\r\nhost: x\r\ncontent-length: ${limit}\r\n\r\n`),
      );
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('error', () => undefined).on('close', () => resolve(read));
    });
    expect(text).toMatch(/^HTTP\/1.1 404 /);
    expect(text.split('\r\n\r\n')[0]?.toLowerCase()).toContain('connection: close'); // no one waits for the rest
  });
});

describe('an answer that streams', () => {
  const get = () => fetch(`${world.urls.catalog}/files/a`);

  test('arrives whole', async () => {
    show = () => answer(Readable.from([Buffer.from('one '), Buffer.from('two')]), { 'content-length': '7' });
    expect(await (await get()).text()).toBe('one two');
  });

  test('that fails in the middle is cut off, so that no one takes it for whole, and the service goes on', async () => {
    show = () =>
      answer(
        Readable.from(
          (async function* () {
            yield Buffer.from('one ');
            await Promise.reject(new Error('the disk is gone'));
          })(),
        ),
        { 'content-length': '7' },
      );
    await expect(get().then((response) => response.text())).rejects.toThrow();
    show = () => answer('fine');
    expect(await (await get()).text()).toBe('fine');
  });
});
