import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StoredFile } from '@mizan/contracts';
import { html, jpeg, png, pngOf, svg, webp } from './pictures.test-support.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

const maxBytes = 5 * 1024 * 1024;
type Answer = Awaited<ReturnType<UploadWorld['put']>>;
const refusal = ({ status, body }: Answer) => [status, body.error?.code];
const bytesAt = async (file: string) => Buffer.from(await (await world.get(file)).arrayBuffer());

describe('PUT /uploads/{token}', () => {
  test.each([
    ['image/png', png()],
    ['image/jpeg', jpeg()],
    ['image/webp', webp()],
  ])('keeps %s without any key and answers where it is', async (contentType, picture) => {
    const { token, file, publicUrl, headers } = await world.address({ contentType, sizeBytes: picture.length });
    const answer = await world.put(token, picture, headers);
    expect(answer.status).toBe(200);
    expect(StoredFile.strict().parse(answer.body)).toEqual({ publicUrl, contentType, sizeBytes: picture.length });
    expect((await bytesAt(file)).equals(picture)).toBe(true);
  });

  test('accepts 5 MiB, whole or in chunks', async () => {
    const picture = pngOf(maxBytes);
    const [whole, chunked] = [await world.address(), await world.address()];
    expect((await world.put(whole.token, picture)).status).toBe(200);
    const stream = new Blob([new Uint8Array(picture)]).stream();
    const init = { method: 'PUT', body: stream, duplex: 'half' } as RequestInit;
    expect((await fetch(`${world.url}/uploads/${chunked.token}`, init)).status).toBe(200);
    for (const { file } of [whole, chunked]) expect((await bytesAt(file)).equals(picture)).toBe(true);
  });

  const behind = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), png()]);
  test.each([
    ['SVG', svg()],
    ['HTML', html()],
    ['a JPEG', jpeg()],
    ['a PNG behind HTML', behind('<script>alert(1)</script>')],
    ['a PNG behind a byte order mark', behind('\xef\xbb\xbf')],
    ['a PNG behind an ID3 tag', behind('ID3\x04\0\0\0\0\0\0')],
    ['no bytes', Buffer.alloc(0)],
  ])('415 for %s sent as a PNG; nothing is stored and the address still works', async (_what, bytes) => {
    const { token, file } = await world.address();
    const before = world.kept();
    expect(refusal(await world.put(token, bytes, { 'content-type': 'image/png' }))).toEqual([415, 'invalid_request']);
    expect(world.kept()).toEqual(before);
    expect((await world.get(file)).status).toBe(404);
    expect((await world.put(token, png())).status).toBe(200);
  });

  test('checks the content, not the header or the name', async () => {
    const { token, file } = await world.address();
    expect((await world.put(token, png(), { 'content-type': 'text/html' })).status).toBe(200);
    expect((await world.get(file)).headers.get('content-type')).toBe('image/png');
  });

  test('413 for one byte more than requested, however it is sent; nothing is stored', async () => {
    const before = world.kept();
    const picture = png('one byte more');
    const { token, file } = await world.address({ sizeBytes: picture.length - 1 });
    expect(refusal(await world.put(token, picture))).toEqual([413, 'invalid_request']);
    const stream = new Blob([new Uint8Array(picture)]).stream();
    const init = { method: 'PUT', body: stream, duplex: 'half' } as RequestInit;
    expect((await fetch(`${world.url}/uploads/${token}`, init)).status).toBe(413);
    const largest = await world.address();
    expect(refusal(await world.put(largest.token, pngOf(maxBytes + 1)))).toEqual([413, 'invalid_request']);
    expect(world.kept()).toEqual(before);
    expect((await world.get(file)).status).toBe(404);
  });

  test('works once: 409 afterwards, and the first picture is kept', async () => {
    const { token, file } = await world.address();
    expect((await world.put(token, png('first'))).status).toBe(200);
    expect(refusal(await world.put(token, png('second')))).toEqual([409, 'resource_invalid_state']);
    expect((await bytesAt(file)).equals(png('first'))).toBe(true);
  });

  test('works once when ten requests race: only the picture whose request returned 200 is stored', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, file } = await world.address();
      const before = world.kept().length;
      const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => world.put(token, png(`racer ${i}`))));
      const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
      expect((await bytesAt(file)).equals(png(`racer ${winners[0]}`))).toBe(true);
      expect(world.kept()).toHaveLength(before + 1);
    }
  });

  test('404 after 15 minutes', async () => {
    const { token, file } = await world.address();
    await world
      .db('catalog')
      .query(`update uploads set expires_at = now() - interval '1 millisecond' where name = $1`, [file.slice(7)]);
    expect(refusal(await world.put(token, png()))).toEqual([404, 'resource_missing']);
    expect((await world.get(file)).status).toBe(404);
  });

  test.each(['unknown', '..%2f..%2fetc', 'a'.repeat(64), 'a'.repeat(300)])('404 for the token %s', async (token) => {
    expect(refusal(await world.put(token, png()))).toEqual([404, 'resource_missing']);
  });

  test('404 for an unknown token before any of the body is received', async () => {
    const { hostname, port } = new URL(world.url);
    const answer = await new Promise<string>((resolve) => {
      let read = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`PUT /uploads/unknown HTTP/1.1\r\nHost: x\r\nContent-Length: ${maxBytes}\r\n\r\n`),
      );
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(read));
    });
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });

  test('a truncated body stores nothing and leaves the address usable', async () => {
    const { token, file } = await world.address();
    const before = world.kept();
    const { hostname, port } = new URL(world.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`PUT /uploads/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: ${png().length + 1}\r\n\r\n`);
        socket.end(png());
      });
      socket.on('error', () => undefined);
      socket.resume().on('close', () => resolve());
    });
    expect(world.kept()).toEqual(before);
    expect((await world.get(file)).status).toBe(404);
    expect((await world.put(token, png())).status).toBe(200);
  });
});
