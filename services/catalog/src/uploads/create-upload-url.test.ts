import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UploadUrl } from '@mizan/contracts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

const body = { purpose: 'product_image', contentType: 'image/png', sizeBytes: 1_000 };

describe('POST /upload-url', () => {
  test.each([
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
    ['image/webp', 'webp'],
  ])('201 with where to send %s, with what, until when and where it will be seen', async (contentType, extension) => {
    const before = Date.now();
    const answer = await world.merchant('POST', '/upload-url', { ...body, contentType });
    expect(answer.status).toBe(201);
    const { uploadUrl, method, headers, publicUrl, expiresAt } = UploadUrl.strict().parse(answer.body);
    const base = 'http://127.0.0.1:';
    expect(uploadUrl).toMatch(new RegExp(`^${base}\\d+/uploads/[0-9A-Za-z]{43}$`));
    expect(publicUrl).toMatch(new RegExp(`^${base}\\d+/files/file_[0-9A-Za-z]{24}\\.${extension}$`));
    expect([method, headers]).toEqual(['PUT', { 'Content-Type': contentType }]);
    const validMs = Date.parse(expiresAt) - before;
    expect(validMs).toBeGreaterThanOrEqual(15 * 60_000 - 1);
    expect(validMs).toBeLessThan(15 * 60_000 + 5_000);
  });

  test('accepts a logo, and the smallest and the largest size', async () => {
    for (const sizeBytes of [1, 5_242_880])
      expect(
        (await world.merchant('POST', '/upload-url', { ...body, purpose: 'merchant_logo', sizeBytes })).status,
      ).toBe(201);
  });

  test.each([
    ['no purpose', { purpose: undefined }, 'parameter_invalid', 'purpose'],
    ['another purpose', { purpose: 'invoice' }, 'parameter_invalid', 'purpose'],
    ['SVG', { contentType: 'image/svg+xml' }, 'parameter_invalid', 'contentType'],
    ['GIF', { contentType: 'image/gif' }, 'parameter_invalid', 'contentType'],
    ['no size', { sizeBytes: undefined }, 'parameter_invalid', 'sizeBytes'],
    ['nothing', { sizeBytes: 0 }, 'parameter_out_of_range', 'sizeBytes'],
    ['a byte over 5 MiB', { sizeBytes: 5_242_881 }, 'parameter_out_of_range', 'sizeBytes'],
    ['half a byte', { sizeBytes: 1.5 }, 'parameter_invalid', 'sizeBytes'],
    ['a name', { name: '../../etc/passwd' }, 'parameter_unknown', 'name'],
  ])('400 for %s', async (_what, change, code, param) => {
    const answer = await world.merchant('POST', '/upload-url', { ...body, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param });
  });

  test('requires PRODUCT_WRITE', async () => {
    const reader = world.merchantClient('catalog', { merchantId: 'acct_test', permissions: ['PRODUCT_READ'] });
    expect((await reader('POST', '/upload-url', body)).status).toBe(401); // the gateway says 403 before it comes here
  });

  test('returns the same address for a repeated Idempotency-Key, and a new one for another key', async () => {
    const create = (idempotencyKey: string) => world.merchant('POST', '/upload-url', body, { idempotencyKey });
    const [first, again, other] = [await create('one'), await create('one'), await create('two')];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(other.body['uploadUrl']).not.toBe(first.body['uploadUrl']);
  });

  test('stores the token in no table in clear', async () => {
    const { token } = await world.address();
    const { rows } = await world.db('catalog').query<{ row: string }>('select uploads::text as row from uploads');
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
    expect(rows.some(({ row }) => row.includes(createHash('sha256').update(token).digest('base64url')))).toBe(true);
  });
});
