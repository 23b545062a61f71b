import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymobStandIn } from '@mizan/stand-ins';
import { readCallback } from './callbacks.ts';
import { chargeId, recordsOfTest, startPaymob } from './paymob.test-support.ts';
import { childKey, pageKey, type PaymobStore, saleKey } from './paymob-store.ts';

let paymob: PaymobStandIn;
beforeAll(async () => {
  paymob = await startPaymob();
});
afterAll(() => paymob.close());

const transaction = (more: object = {}) => ({
  id: 7,
  pending: false,
  success: true,
  amount_cents: 10_000,
  currency: 'EGP',
  created_at: '2030-06-01T12:00:00.000000',
  order: { id: 5, merchant_order_id: `${chargeId}-2` },
  source_data: { type: 'card', pan: null, sub_type: null },
  ...more,
});
const read = (type: 'TRANSACTION' | 'TOKEN', obj: Record<string, unknown>, store: PaymobStore = recordsOfTest()) =>
  readCallback(store, paymob.account.hmacSecret, {
    body: Buffer.from(JSON.stringify({ type, obj })),
    query: { hmac: paymob.sign(type, obj) },
    headers: {},
  });

const signed = { error_occured: false, owner: 1, integration_id: 3, has_parent_transaction: false };
const flags = { is_3d_secure: false, is_auth: false, is_capture: false, is_refunded: false };
const whole = (more: object = {}) =>
  transaction({ ...signed, ...flags, is_standalone_payment: true, is_voided: false, ...more });

test('a payment names its charge, also under its second reference', async () => {
  expect(await read('TRANSACTION', whole())).toEqual({
    charge: { id: chargeId, bringsMoney: true, changesHold: false },
    refundId: null,
    paidReference: '7',
  });
});

test('a payment or capture that was made has Paymob’s number of it, and no other transaction has', async () => {
  const child = { parent_transaction: 6 };
  expect(await read('TRANSACTION', whole({ ...child, is_capture: true }))).toMatchObject({ paidReference: '7' });
  for (const other of [
    { success: false },
    { pending: true },
    { is_voided: true },
    { ...child, is_void: true },
    { ...child, is_refund: true },
    { ...child, is_capture: true, success: false },
  ])
    expect(await read('TRANSACTION', whole(other))).not.toHaveProperty('paidReference');
});

test('a capture changes the hold; a refund names ours, and nothing when it is not ours', async () => {
  const capture = whole({ is_capture: true, parent_transaction: 6 });
  expect(await read('TRANSACTION', capture)).toMatchObject({ charge: { changesHold: true, bringsMoney: false } });
  const store = recordsOfTest();
  const refund = whole({ is_refund: true, parent_transaction: 6 });
  expect(await read('TRANSACTION', refund, store)).toEqual({ charge: null, about: 'ch_1', refundId: null });
  await store.putIfAbsent(childKey(7), { op: 'refund_child', refundId: 're_1' });
  expect(await read('TRANSACTION', refund, store)).toEqual({ charge: null, about: 'ch_1', refundId: 're_1' });
});

test('the first sale of a page stands, and its number is kept; a sale of another order is none', async () => {
  const store = recordsOfTest();
  const page = {
    reference: chargeId,
    intentionId: 'pi',
    clientSecret: 'secret',
    redirectUrl: 'https://paymob.example',
  };
  const rest = { orderId: 5, transactionId: null, bill: null, expiresAt: '2030-06-01T12:30:00.000Z' };
  await store.putIfAbsent(pageKey(chargeId), { op: 'page', ...page, ...rest });
  await read('TRANSACTION', whole({ id: 6, order: { id: 4, merchant_order_id: chargeId } }), store);
  expect(await store.get(saleKey(chargeId))).toBeUndefined();
  for (const id of [7, 8]) expect(await read('TRANSACTION', whole({ id }), store)).toMatchObject({ refundId: null });
  expect(await store.get(saleKey(chargeId))).toEqual({ op: 'sale', id: 7 });
});

test('a saved card is kept and changes no charge', async () => {
  const store = recordsOfTest();
  const card = { id: 9, order_id: '5', token: 'secret', masked_pan: 'xxxx-2346', card_subtype: 'Visa' };
  const obj = { ...card, created_at: 'now', email: 'NA', merchant_id: 1 };
  expect(await read('TOKEN', obj, store)).toEqual({ charge: null, refundId: null });
  expect(await store.get('order:5:card:9')).toMatchObject({ op: 'card_token', token: 'secret' });
});

test.each(['', '{', '[]', '{"type":"TRANSACTION"}', '{"type":"TRANSACTION","obj":{"order":null}}'])(
  'a body that is none of Paymob’s is refused: %j',
  async (body) => {
    const callback = { body: Buffer.from(body), query: { hmac: 'a'.repeat(128) }, headers: {} };
    expect(await readCallback(recordsOfTest(), 'secret', callback)).toBeUndefined();
  },
);
