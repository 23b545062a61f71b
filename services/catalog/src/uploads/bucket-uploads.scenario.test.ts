import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startS3StandIn, type S3StandIn } from '@mizan/stand-ins';
import { bucketEnv } from './bucket.test-support.ts';
import { png } from './pictures.test-support.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

let s3: S3StandIn;
let world: UploadWorld;
beforeAll(async () => {
  s3 = await startS3StandIn({ bucket: 'pictures' });
  world = await startUploads(bucketEnv(s3));
});
afterAll(async () => {
  await world.stop();
  await s3.leave();
});

test('with a bucket, pictures are stored only there and served from the platform’s address', async () => {
  const { token, file } = await world.address();
  expect((await world.put(token, png())).status).toBe(200);
  expect([s3.objects.size, world.kept()]).toEqual([1, []]);
  const answer = await world.get(file);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await answer.arrayBuffer()).equals(png())).toBe(true);
});

test('503 while the bucket fails; the same address works afterwards', async () => {
  const { token, file } = await world.address();
  s3.isFailing = true;
  const failed = await world.put(token, png());
  expect([failed.status, failed.body.error?.code]).toEqual([503, 'internal_error']);
  s3.isFailing = false;
  expect((await world.get(file)).status).toBe(404);
  expect((await world.put(token, png())).status).toBe(200);
  expect((await world.get(file)).status).toBe(200);
});

test('the next request, or the janitor, removes what a failed request left in the bucket', async () => {
  const { token, file } = await world.address();
  s3.isFailing = true;
  await world.put(token, png());
  s3.isFailing = false;
  const select = 'select object_key as key from uploads where name = $1';
  const { rows } = await world.db('catalog').query<{ key: string | null }>(select, [file.slice('/files/'.length)]);
  const left = rows[0]?.key ?? '';
  expect(left).not.toBe('');
  s3.objects.set(left, { body: png('late'), contentType: 'image/png', parts: 0 }); // the bucket did it after all
  expect((await world.put(token, png())).status).toBe(200);
  expect(s3.objects.has(left)).toBe(false);
  expect(Buffer.from(await (await world.get(file)).arrayBuffer()).equals(png())).toBe(true);
});

test('503 for a picture while the bucket fails, 404 for one that it has lost', async () => {
  const { token, file } = await world.address();
  await world.put(token, png());
  s3.isFailing = true;
  expect((await world.get(file)).status).toBe(503);
  s3.isFailing = false;
  s3.objects.clear();
  expect((await world.get(file)).status).toBe(404);
});
