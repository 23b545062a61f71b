import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DisputeFile, StoredFile, UploadUrl } from '@mizan/contracts';
import type { AnyBody } from '@mizan/testing';
import { pdf, png } from './pictures.test-support.ts';
import { startUploads, type UploadWorld } from './uploads.test-support.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

const body = { purpose: 'dispute_evidence', contentType: 'application/pdf', sizeBytes: 1_000 };
const create = (api = world.merchant, more: object = {}) =>
  api<UploadUrl & AnyBody>('POST', '/upload-url', { ...body, ...more });
const upload = async (bytes: Buffer = pdf(), more: object = {}) => {
  const { body: address } = await create(world.merchant, more);
  const { pathname } = new URL(address.uploadUrl);
  const stored = await world.put(pathname.replace('/uploads/', ''), bytes, address.headers);
  return { fileId: address.fileId ?? '', stored };
};
const missingOf = async (fileIds: readonly string[], scope = { merchantId: 'acct_test', livemode: false }) => {
  const payments = world.siblingClient('catalog', 'payments', scope);
  const { status, body: reply } = await payments<{ missing: string[] }>(
    'POST',
    '/internal/calls/findMissingEvidenceFiles',
    { fileIds },
  );
  expect(status).toBe(200);
  return reply.missing;
};

describe('a file for the evidence of a dispute', () => {
  test.each([
    ['application/pdf', pdf()],
    ['image/png', png()],
  ])('of %s has an id and no address, before and after it is uploaded', async (contentType, bytes) => {
    const { status, body: address } = await create(world.merchant, { contentType });
    expect([status, address.publicUrl]).toEqual([201, undefined]);
    expect(address.fileId).toMatch(/^file_[0-9A-Za-z]{24}$/);
    const { stored } = await upload(bytes, { contentType });
    expect(stored.body as unknown as StoredFile).toEqual({
      fileId: expect.stringMatching(/^file_/),
      contentType,
      sizeBytes: bytes.length,
    });
  });

  test('is never served', async () => {
    const { fileId, stored } = await upload();
    expect(stored.status).toBe(200);
    for (const name of [fileId, `${fileId}.pdf`, ...world.kept()])
      expect([name, (await world.get(`/files/${name}`)).status]).toEqual([name, 404]);
  });

  test('is read by the operator alone, once it is uploaded', async () => {
    const bytes = pdf();
    const { fileId } = await upload(bytes);
    const path = `/operator/dispute-files/${fileId}`;
    const { status, body: file } = await world.operatorClient('catalog')<DisputeFile>('GET', path);
    expect([status, { ...file, contentBase64: Buffer.from(file.contentBase64, 'base64') }]).toEqual([
      200,
      {
        ...{ id: fileId, object: 'dispute_file', accountId: 'acct_test', livemode: false },
        ...{ contentType: 'application/pdf', sizeBytes: bytes.length, contentBase64: bytes },
      },
    ]);
    const others = [world.merchant, world.merchantClient('catalog', { merchantId: 'acct_other', livemode: true })];
    for (const merchant of others) expect((await merchant('GET', path)).status).toBe(401);
    expect((await fetch(`${world.url}${path}`)).status).toBe(401);
  });

  test('that is not uploaded yet, and a picture of a product, are no evidence for the operator', async () => {
    const operator = world.operatorClient('catalog');
    const { body: open } = await create();
    const picture = await world.address();
    await world.put(picture.token, png(), picture.headers);
    const name = picture.file.replace('/files/', '').replace(/\.png$/, '');
    for (const id of [open.fileId ?? '', name, 'file_none'])
      expect([id, (await operator('GET', `/operator/dispute-files/${id}`)).status]).toEqual([id, 404]);
  });

  test('can be named as evidence by its own account and mode only, once it is uploaded', async () => {
    const { fileId } = await upload();
    const { body: open } = await create();
    expect(await missingOf([fileId])).toEqual([]);
    expect(await missingOf([fileId, open.fileId ?? ''])).toEqual([open.fileId]);
    for (const scope of [
      { merchantId: 'acct_other', livemode: false },
      { merchantId: 'acct_test', livemode: true },
    ])
      expect(await missingOf([fileId], scope)).toEqual([fileId]);
  });

  test('is not what a picture of a product is', async () => {
    const { token, file } = await world.address();
    await world.put(token, png());
    const [name = ''] = file.replace('/files/', '').split('.');
    expect(await missingOf([name])).toEqual([name]);
  });

  test('415 when its content is of another type', async () => {
    expect((await upload(png())).stored.status).toBe(415);
    expect((await upload(pdf(), { contentType: 'image/png' })).stored.status).toBe(415);
  });

  test.each([
    [['DISPUTE_WRITE'], 'dispute_evidence', 201],
    [['DISPUTE_WRITE'], 'product_image', 403],
    [['PRODUCT_WRITE'], 'product_image', 201],
    [['PRODUCT_WRITE'], 'dispute_evidence', 403],
  ] as const)('with %j %s answers %i', async (permissions, purpose, status) => {
    const restricted = world.merchantClient('catalog', { merchantId: 'acct_test', permissions: [...permissions] });
    const answer = await create(restricted, { purpose, contentType: 'image/png' });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error?.code).toBe('permission_denied');
  });

  test('400 for a PDF of a product', async () => {
    const { status, body: refused } = await create(world.merchant, { purpose: 'product_image' });
    expect([status, refused.error?.code, refused.error?.param]).toEqual([400, 'parameter_invalid', 'contentType']);
  });
});
