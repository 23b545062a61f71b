import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@mizan/catalog/app';
import type { Product, UploadUrl } from '@mizan/contracts';
import { gateway } from '@mizan/gateway/app';
import { startWorld, type World } from '@mizan/testing';

const folder = mkdtempSync(join(tmpdir(), 'mizan-uploads-'));
let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [gateway, catalog], nats: false, env: { MIZAN_UPLOADS_FOLDER: folder } });
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

const mebibytes = 1024 * 1024;
const file = { purpose: 'product_image', contentType: 'image/jpeg', sizeBytes: 5 * mebibytes };
/** What begins like a JPEG, and then has every byte there is. */
function jpegOf(bytes: number): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array(randomBytes(bytes));
  picture.set([0xff, 0xd8, 0xff, 0xe0]);
  return picture;
}
async function newAddress(): Promise<UploadUrl> {
  const { status, body } = await world.api<UploadUrl>('POST', '/upload-url', file);
  expect(status).toBe(201);
  return body;
}
const send = (to: Pick<UploadUrl, 'uploadUrl' | 'headers'>, body: Uint8Array<ArrayBuffer>) =>
  fetch(to.uploadUrl, { method: 'PUT', headers: to.headers, body });

describe('a picture', () => {
  test('of 5 MiB goes through the gateway, is served to everyone byte for byte, and can be the image of a product', async () => {
    const address = await newAddress();
    const picture = jpegOf(5 * mebibytes);
    expect((await send(address, picture)).status).toBe(200);
    const shown = await fetch(address.publicUrl ?? '');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);
    const product = await world.api<Product>('POST', '/products', { name: 'Tea', image: address.publicUrl });
    expect([product.status, product.body.image]).toEqual([201, address.publicUrl]);
  });

  test('larger than that is 413 with the envelope, whether the service or the gateway says so', async () => {
    const address = await newAddress();
    for (const bytes of [5 * mebibytes + 1, 6 * mebibytes]) {
      const answer = await send(address, jpegOf(bytes));
      expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'invalid_request' } }]);
    }
    expect((await fetch(address.publicUrl ?? '')).status).toBe(404);
    expect((await send(address, jpegOf(1_000))).status).toBe(200);
  });

  test('of five megabytes with an unknown token is 404 at once, and the gateway goes on', async () => {
    const { hostname, port } = new URL(world.gatewayUrl);
    const answer = await new Promise<string>((resolve) => {
      let read = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(`PUT /uploads/unknown HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 * mebibytes}\r\n\r\n`);
        socket.write(jpegOf(100_000)); // and no more
      });
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(read));
    });
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer).toContain('resource_missing');
    expect(answer.split('\r\n\r\n')[0]?.toLowerCase()).toContain('connection: close'); // nobody waits for the rest
    const whole = await send({ uploadUrl: `${world.gatewayUrl}/uploads/unknown`, headers: {} }, jpegOf(5 * mebibytes));
    expect(whole.status).toBe(404);
    expect((await world.api('GET', '/products')).status).toBe(200);
  });

  test('sent to one address by ten at once is kept once', async () => {
    const address = await newAddress();
    const pictures = Array.from({ length: 10 }, () => jpegOf(200_000));
    const statuses = await Promise.all(pictures.map(async (picture) => (await send(address, picture)).status));
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const shown = Buffer.from(await (await fetch(address.publicUrl ?? '')).arrayBuffer());
    expect(shown.equals(pictures[statuses.indexOf(200)] ?? Buffer.alloc(0))).toBe(true);
  });
});

test('an address needs a key with PRODUCT_WRITE; what is no upload may still have 256 KiB only', async () => {
  expect((await world.api('POST', '/upload-url', file, { key: null })).status).toBe(401);
  const { testPublishable } = world.accounts.keys;
  expect((await world.api('POST', '/upload-url', file, { key: testPublishable })).status).toBe(403);
  const large = { name: 'Tea', description: 'a'.repeat(300 * 1024) };
  expect((await world.api('POST', '/products', large)).status).toBe(413);
});
