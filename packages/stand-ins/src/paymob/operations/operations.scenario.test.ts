import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { goodCard, openShop, type Json, type Shop } from '../shop.test-support.ts';
import type { IntegrationSlot } from '../account.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

const dayMs = 24 * 60 * 60 * 1000;

/** The id of a payment of 100.00 that succeeded. */
async function paid(slot: IntegrationSlot = 'card'): Promise<number> {
  const { body: intention } = await shop.intend(slot);
  return shop.paymob.pay(intention.id).transactionId;
}

const refund = (id: unknown, amount: unknown) =>
  shop.post('/api/acceptance/void_refund/refund', { transaction_id: id, amount_cents: amount });
const voidPayment = (id: unknown) => shop.post('/api/acceptance/void_refund/void', { transaction_id: id });
const capture = (id: unknown, amount: unknown) =>
  shop.post('/api/acceptance/capture', { transaction_id: id, amount_cents: amount });
const read = async (id: number): Promise<Json> => (await shop.query('GET', `/api/acceptance/transactions/${id}`)).body;

test('a refund is a transaction of its own, with a callback, and the payment adds it up', async () => {
  const id = await paid();
  const { status, body } = await refund(id, 4_000);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      is_refund: true,
      success: true,
      pending: false,
      amount_cents: 4_000,
      has_parent_transaction: true,
      parent_transaction: id,
    }),
  ]);
  await refund(id, 6_000);
  expect(await read(id)).toMatchObject({ is_refunded: true, refunded_amount_cents: 10_000, success: true });
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ obj }) => [obj.is_refund, obj.amount_cents])).toEqual([
    [false, 10_000],
    [true, 4_000],
    [true, 6_000],
  ]);
});

test('the same refund twice is made twice: there is no key that tells a repetition', async () => {
  const id = await paid();
  const [first, second] = await Promise.all([refund(id, 5_000), refund(id, 5_000)]);
  expect([first.status, second.status, (await read(id)).refunded_amount_cents]).toEqual([201, 201, 10_000]);
});

test('a refund beyond what is left is refused by its amount, also while others are pending or run at once', async () => {
  const id = await paid();
  shop.paymob.plan('refund', 'pending');
  await refund(id, 6_000);
  const answers = await Promise.all([refund(id, 3_000), refund(id, 3_000)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  const { status, body } = await refund(id, 1_001);
  expect([status, body]).toEqual([400, { amount_cents: [expect.any(String)] }]);
});

test('a pending refund is counted once it succeeds; one that fails leaves the money', async () => {
  const id = await paid();
  shop.paymob.plan('refund', 'pending', 'pending', 'declined');
  const [{ body: good }, { body: bad }] = [await refund(id, 1_000), await refund(id, 2_000)];
  expect([good.pending, good.success]).toEqual([true, false]);
  expect((await read(id)).refunded_amount_cents).toBeNull();
  shop.paymob.settle(good.id);
  shop.paymob.settle(bad.id, 'declined');
  const { status, body } = await refund(id, 3_000);
  expect([status, body.success, body.pending]).toEqual([201, false, false]);
  expect((await read(id)).refunded_amount_cents).toBe(1_000);
  expect((await refund(id, 9_000)).body.success).toBe(true);
});

test('wallets can be refunded in parts; kiosks and instalments cannot', async () => {
  const wallet = await paid('wallet');
  expect((await refund(wallet, 1)).body.success).toBe(true);
  for (const slot of ['kiosk', 'valu', 'sympl'] as const) {
    const { status, body } = await refund(await paid(slot), 1);
    expect([status, body]).toEqual([400, { message: expect.stringContaining('cannot be refunded') }]);
  }
});

test('what did not succeed is not refunded: declined, pending, a refund, a void', async () => {
  const { body: intention } = await shop.intend();
  const declined = shop.paymob.pay(intention.id, { outcome: 'declined' }).transactionId;
  const pending = shop.paymob.pay(intention.id, { outcome: 'pending' }).transactionId;
  const refunded = (await refund(await paid(), 1)).body.id;
  const voided = await paid();
  await voidPayment(voided);
  for (const id of [declined, pending, refunded, voided]) expect((await refund(id, 1)).status).toBe(400);
});

test('a refund needs integers, an own transaction and the secret key of its mode', async () => {
  const id = await paid();
  for (const amount of [0, -1, 1.5, '100', null, undefined, 2 ** 40])
    expect((await refund(id, amount)).body).toEqual({ amount_cents: [expect.any(String)] });
  for (const unknown of [1, String(id)]) expect([400, 404]).toContain((await refund(unknown, 1)).status);
  for (const as of [`Token ${shop.paymob.liveAccount.secretKey}`, `Bearer ${shop.paymob.account.secretKey}`]) {
    const { status } = await shop.call('POST', '/api/acceptance/void_refund/refund', {
      as,
      body: { transaction_id: id, amount_cents: 1 },
    });
    expect([401, 404]).toContain(status);
  }
  expect((await read(id)).refunded_amount_cents).toBeNull();
});

test('a card payment is voided on its business day, once', async () => {
  const id = await paid();
  const { status, body } = await voidPayment(id);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ is_void: true, success: true, parent_transaction: id }),
  ]);
  expect(await read(id)).toMatchObject({ is_voided: true });
  expect((await voidPayment(id)).status).toBe(400);
});

test('after the business day of the account’s zone a payment is settled and can only be refunded', async () => {
  const id = await paid(); // at 12:00 in Egypt
  shop.clock.advance(11.9 * 60 * 60 * 1000);
  expect(await read(id)).toMatchObject({ is_settled: false, merchant_commission: null });
  shop.clock.advance(0.2 * 60 * 60 * 1000);
  expect(await read(id)).toMatchObject({ is_settled: true, merchant_commission: 575 });
  expect(await voidPayment(id)).toMatchObject({ status: 400, body: { message: expect.stringContaining('settled') } });
  expect((await refund(id, 1)).status).toBe(201);
});

test('what is no card, was refunded or has failed is not voided', async () => {
  const refunded = await paid();
  await refund(refunded, 1);
  const { body: intention } = await shop.intend();
  const declined = shop.paymob.pay(intention.id, { outcome: 'declined' }).transactionId;
  for (const id of [await paid('wallet'), await paid('kiosk'), refunded, declined])
    expect(await voidPayment(id)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
});

/** The id of a hold of 100.00 that a buyer made with a card. */
async function held(): Promise<number> {
  const { body: intention } = await shop.intend('cardAuth');
  await shop.payAsBuyer(intention, 'card', goodCard);
  return shop.paymob.records().at(-1)?.id ?? 0;
}

test('a hold is marked, captured once, and what is left of it is released', async () => {
  const id = await held();
  expect(await read(id)).toMatchObject({ is_auth: true, success: true, is_captured: false, captured_amount: null });
  expect((await capture(id, 10_001)).body).toEqual({ amount_cents: [expect.any(String)] });
  const { status, body } = await capture(id, 7_000);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ is_capture: true, is_auth: false, success: true, parent_transaction: id }),
  ]);
  expect(await read(id)).toMatchObject({ is_captured: true, captured_amount: 7_000 });
  expect((await capture(id, 1)).status).toBe(400);
  expect((await voidPayment(id)).status).toBe(400);
});

test('of a capture only what was captured is refunded, by the id of the hold or of the capture', async () => {
  const id = await held();
  expect((await refund(id, 1)).status).toBe(400);
  const { body: captured } = await capture(id, 7_000);
  expect((await refund(id, 3_000)).status).toBe(201);
  expect((await refund(captured.id, 4_001)).status).toBe(400);
  expect((await refund(captured.id, 4_000)).status).toBe(201);
  expect((await read(id)).refunded_amount_cents).toBe(7_000);
});

test('a hold is voided on a later day, but not twice, and not captured after that', async () => {
  const id = await held();
  shop.clock.advance(3 * dayMs);
  expect((await voidPayment(id)).status).toBe(201);
  expect((await voidPayment(id)).status).toBe(400);
  expect((await capture(id, 1)).status).toBe(400);
});

test('a hold that is left open is voided after 14 days, and the merchant is notified', async () => {
  const [open, captured] = [await held(), await held()];
  await capture(captured, 10_000);
  shop.clock.advance(14 * dayMs - 1);
  expect((await read(open)).is_voided).toBe(false);
  shop.clock.advance(1);
  expect([(await read(open)).is_voided, (await read(captured)).is_voided]).toEqual([true, false]);
  await shop.paymob.idle();
  expect(shop.callbacks().at(-1).obj).toMatchObject({ is_void: true, parent_transaction: open });
});

test('a capture that fails leaves the hold open; one that is pending blocks another and a void', async () => {
  const id = await held();
  shop.paymob.plan('capture', 'declined', 'pending');
  expect((await capture(id, 1_000)).body).toMatchObject({ success: false, pending: false });
  const { body: pending } = await capture(id, 1_000);
  expect([(await capture(id, 1_000)).status, (await voidPayment(id)).status]).toEqual([400, 400]);
  shop.paymob.settle(pending.id);
  expect((await read(id)).captured_amount).toBe(1_000);
});

test('a sale is not captured', async () => {
  expect(await capture(await paid(), 1)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
});

test('a dispute shows in an inquiry alone', async () => {
  const id = await paid();
  await shop.paymob.idle();
  shop.paymob.dispute(id, 2_500);
  await shop.paymob.idle();
  expect((await read(id)).data.migs_order.chargeback).toEqual({ amount: 25, currency: 'EGP' });
  expect(shop.callbacks()).toHaveLength(1);
});
