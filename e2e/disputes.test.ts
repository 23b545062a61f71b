import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Customer, Dispute, PaymentIntent, TestClockAdvance, UploadUrl } from '@mizan/contracts';
import { eventually, startWebhookSink, type AnyBody, type WebhookSink } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
let sink: WebhookSink;
beforeAll(async () => {
  sink = await startWebhookSink();
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off', MIZAN_OPERATOR_TOKEN: operatorToken }));
  await shop.expect(201, 'POST', '/webhook-endpoints', { url: sink.url, enabledEvents: ['dispute.*'] });
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
});

const dayMs = 24 * 60 * 60_000;

/** Buys with the card whose payer objects. */
async function disputed(): Promise<{ intent: PaymentIntent; dispute: Dispute }> {
  const customer = await shop.expect<Customer>(201, 'POST', '/customers', { name: 'Mona', phone: '+201001234567' });
  const card = { number: '4000000000000259', expMonth: 12, expYear: 2049, cvc: '123' };
  const intent = await shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 9_000,
    currency: 'EGP',
    confirm: true,
    customerId: customer.id,
    paymentMethod: { type: 'card', card },
  });
  const dispute = await eventually(async () => {
    const { data } = await shop.expect<{ data: Dispute[] }>(200, 'GET', `/disputes?paymentIntentId=${intent.id}`);
    expect(data).toHaveLength(1);
    return data[0] as Dispute;
  });
  return { intent, dispute };
}
const get = (id: string) => shop.expect<Dispute>(200, 'GET', `/disputes/${id}`);
const lossesOf = async ({ customer }: PaymentIntent) =>
  (await shop.expect<Customer>(200, 'GET', `/customers/${customer?.id}`)).spendData.amountDisputeLosses;

describe('a dispute', () => {
  test('that no one answers is lost after seven days of the account’s clock, and counts as a loss of the customer', async () => {
    const { intent, dispute } = await disputed();
    await shop.expect<TestClockAdvance>(200, 'POST', '/test-helpers/clock', { advance: '6d' });
    expect((await get(dispute.id)).status).toBe('NEEDS_RESPONSE');
    await shop.expect<TestClockAdvance>(200, 'POST', '/test-helpers/clock', { advance: '1d' });
    const lost = await get(dispute.id);
    expect(lost.status).toBe('LOST');
    expect(Date.parse(lost.updatedAt) - Date.parse(lost.createdAt)).toBeGreaterThanOrEqual(7 * dayMs);
    await eventually(async () => expect(await lossesOf(intent)).toBe(9_000));
  });

  test('reaches webhooks as it is read', async () => {
    const { dispute } = await disputed();
    await shop.expect(200, 'PATCH', `/disputes/${dispute.id}`, { evidence: { customerName: 'Mona' } });
    const submitted = await shop.expect<Dispute>(200, 'POST', `/disputes/${dispute.id}/submit`);
    const won = await shop.expect<Dispute>(200, 'POST', `/test-helpers/disputes/${dispute.id}/simulate`, {
      outcome: 'win',
    });
    await eventually(() => {
      const received = sink.deliveries
        .map(({ event }) => event as unknown as { type: string; data: { object: Dispute } })
        .filter(({ data }) => data.object.id === dispute.id);
      const of = (type: string) => received.filter((each) => each.type === type).map(({ data }) => data.object);
      expect(of('dispute.created')).toEqual([dispute]);
      expect(of('dispute.updated')).toContainEqual(submitted);
      expect(of('dispute.closed')).toEqual([won]);
    });
  });

  test('takes private files of its own account as evidence, and no other', async () => {
    const upload = async (key?: string) => {
      const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
      const body = { purpose: 'dispute_evidence', contentType: 'application/pdf', sizeBytes: pdf.length };
      const { body: address } = await shop.world.api<UploadUrl>('POST', '/upload-url', body, key ? { key } : {});
      const { status } = await fetch(address.uploadUrl, { method: 'PUT', headers: address.headers, body: pdf });
      expect(status).toBe(200);
      expect((await fetch(`${shop.world.gatewayUrl}/files/${address.fileId}.pdf`)).status).toBe(404);
      return address.fileId ?? '';
    };
    const { dispute } = await disputed();
    const [own, foreign] = [await upload(), await upload(shop.world.accounts.otherAccount.keys.testSecret)];
    const files = { evidence: { files: [own] } };
    expect((await shop.expect<Dispute>(200, 'PATCH', `/disputes/${dispute.id}`, files)).evidence.files).toEqual([own]);
    const { status, body } = await shop.world.api<AnyBody>('PATCH', `/disputes/${dispute.id}`, {
      evidence: { files: [own, foreign] },
    });
    expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
  });

  test('is read with DISPUTE_READ and changed with DISPUTE_WRITE', async () => {
    const { dispute } = await disputed();
    const keyWith = async (permission: string) =>
      (
        await shop.expect<{ secret: string }>(201, 'POST', '/api-keys', {
          name: permission,
          type: 'RESTRICTED',
          permissions: [permission],
        })
      ).secret;
    const [reads, writes] = [await keyWith('DISPUTE_READ'), await keyWith('DISPUTE_WRITE')];
    const accept = (key: string) => shop.world.api<AnyBody>('POST', `/disputes/${dispute.id}/accept`, {}, { key });
    const read = (key: string) => shop.world.api<AnyBody>('GET', `/disputes/${dispute.id}`, undefined, { key });
    const upload = (key: string) =>
      shop.world.api<AnyBody>(
        'POST',
        '/upload-url',
        { purpose: 'dispute_evidence', contentType: 'image/png', sizeBytes: 9 },
        { key },
      );
    expect([(await read(reads)).status, (await accept(reads)).status, (await upload(reads)).status]).toEqual([
      200, 403, 403,
    ]);
    expect([(await read(writes)).status, (await upload(writes)).status, (await accept(writes)).status]).toEqual([
      403, 201, 200,
    ]);
  });
});

test('the fee of a dispute is the one that the account had agreed when it was paid', async () => {
  const { id } = (await shop.world.api<{ id: string }>('GET', '/account')).body;
  const update = (body: object) => shop.world.api('PATCH', `/operator/accounts/${id}`, body, { key: operatorToken });
  expect((await update({ disputeFees: [{ currency: 'EGP', amount: 1_500 }] })).status).toBe(200);
  const { dispute } = await eventually(async () => {
    const found = await disputed(); // payments learns of the change by an event
    expect(found.dispute.balanceTransactions[0]?.fee).toBe(1_500);
    return found;
  });
  await update({ disputeFees: [] });
  const won = await shop.expect<Dispute>(200, 'POST', `/test-helpers/disputes/${dispute.id}/simulate`, {
    outcome: 'win',
  });
  expect(won.balanceTransactions.map(({ net }) => net)).toEqual([-10_500, 9_000]);
});

test('the operator’s disputes are of live mode', async () => {
  const { dispute } = await disputed();
  const { id } = (await shop.world.api<{ id: string }>('GET', '/account')).body;
  const path = `/operator/accounts/${id}/disputes`;
  const open = await shop.world.api<AnyBody>('POST', path, { chargeId: dispute.chargeId }, { key: operatorToken });
  const close = await shop.world.api<AnyBody>(
    'POST',
    `${path}/${dispute.id}/close`,
    { outcome: 'won' },
    { key: operatorToken },
  );
  expect([open.status, close.status]).toEqual([404, 404]);
});
