import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Product } from '@mizan/contracts';
import { png } from './pictures.test-support.ts';
import { startUploads, type Address, type UploadWorld } from './uploads.test-support.ts';

let world: UploadWorld;
let stored: Address;
beforeAll(async () => {
  world = await startUploads();
  stored = await world.address();
  await world.put(stored.token, png());
});
afterAll(() => world.stop());

describe('GET /files/{name}', () => {
  test('serves the bytes without authentication, with headers under which browsers treat them only as a picture', async () => {
    const answer = await world.get(stored.file);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png().length),
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(png())).toBe(true);
  });

  test('answers HEAD with the same headers', async () => {
    const answer = await world.get(stored.file, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(png().length)]);
  });

  test('404 before the upload, for an unknown name, and for paths outside the files', async () => {
    const { file } = await world.address();
    const names = [
      file,
      '/files/file_none.png',
      `/files/${world.kept()[0]}`,
      '/files/..%2f..%2fetc%2fpasswd',
      '/files/.x',
    ];
    for (const name of names) {
      const answer = await world.get(name);
      expect([name, answer.status]).toEqual([name, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: 'resource_missing' } });
    }
  });
});

describe('the public address of an upload', () => {
  test('can be the image of a new product and of a changed one in test mode', async () => {
    const { publicUrl } = stored;
    expect(publicUrl).toMatch(/^http:/); // neither https nor localhost here
    const made = await world.merchant<Product>('POST', '/products', { name: 'Tea', image: publicUrl });
    expect([made.status, made.body.image]).toEqual([201, publicUrl]);
    const plain = await world.merchant<Product>('POST', '/products', { name: 'Tea' });
    const changed = await world.merchant<Product>('PATCH', `/products/${plain.body.id}`, { image: publicUrl });
    expect([changed.status, changed.body.image]).toEqual([200, publicUrl]);
    const read = await world.merchant<Product>('GET', `/products/${plain.body.id}`);
    expect(read.body.image).toBe(publicUrl);
  });

  test('is refused in live mode unless it is https; test mode refuses any other URL of the platform', async () => {
    const { publicUrl } = stored;
    const { origin } = new URL(publicUrl ?? '');
    const live = world.merchantClient('catalog', { merchantId: 'acct_test', livemode: true });
    const wrong = [
      `${origin}/products`,
      `${origin}/files/../products`,
      `${origin}.example/files/x.png`,
      'javascript:0',
    ];
    const answers = [
      await live('POST', '/products', { name: 'Tea', image: publicUrl }),
      ...(await Promise.all(wrong.map((image) => world.merchant('POST', '/products', { name: 'Tea', image })))),
    ];
    for (const { status, body } of answers)
      expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'image']);
  });
});
