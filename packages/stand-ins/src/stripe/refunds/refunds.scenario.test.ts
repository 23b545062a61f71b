import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stripe } from 'stripe';
import { refusalOf, startShop, type Shop } from '../shop.test-support.ts';
import { refundDelayMs } from './create-refund.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const pay = (payment_method = 'pm_card_visa', more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    allowed_payment_method_types: ['card'],
    payment_method,
    ...more,
  });
const refundOf = (payment_intent: string, more: Stripe.RefundCreateParams = {}) =>
  shop.stripe.refunds.create({ payment_intent, ...more });

test('a payment is refunded in parts, which are listed by it, until nothing is left', async () => {
  const { id } = await pay();
  const first = await refundOf(id, { amount: 4_000, metadata: { ours: 're_1' }, expand: ['charge'] });
  expect(first).toMatchObject({
    status: 'succeeded',
    amount: 4_000,
    currency: 'egp',
    metadata: { ours: 're_1' },
    charge: { amount_refunded: 4_000, refunded: false },
  });
  const rest = await refundOf(id, { expand: ['charge', 'balance_transaction'] });
  expect(rest).toMatchObject({
    amount: 6_000,
    charge: { amount_refunded: 10_000, refunded: true },
    balance_transaction: { amount: -6_000, fee: 0, net: -6_000, type: 'refund' },
  });
  await pay(); // of which nothing is listed
  const listed = await shop.stripe.refunds.list({ payment_intent: id });
  expect(listed.data.map((each) => each.id)).toEqual([rest.id, first.id]);
  expect((await shop.stripe.refunds.retrieve(first.id)).id).toBe(first.id);
  expect(await refusalOf(refundOf(id))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
});

describe('a refund', () => {
  test('of a slow bank is pending for a day, and an event says that it succeeded', async () => {
    const { id } = await pay('pm_card_pendingRefund');
    const refund = await refundOf(id);
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    shop.standIn.clock.advance(refundDelayMs);
    expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    const { data } = await shop.stripe.events.list({ type: 'refund.updated' });
    expect(data[0]?.data.object).toMatchObject({ id: refund.id, status: 'succeeded' });
  });

  test('that the bank returns fails after a day: its money is the account’s again and can be refunded once more', async () => {
    const { id } = await pay('pm_card_refundFail');
    const refund = await refundOf(id);
    expect(refund.status).toBe('succeeded');
    shop.standIn.clock.advance(refundDelayMs);
    const failed = await shop.stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 10_000, type: 'refund_failure' },
    });
    expect((await refundOf(id)).amount).toBe(10_000);
  });

  test.each<[string, Stripe.RefundCreateParams, unknown[]]>([
    ['more than was paid', { amount: 10_001 }, [400, undefined, 'amount']],
    ['nothing', { amount: 0 }, [400, 'parameter_invalid_integer', 'amount']],
    ['for a reason of one’s own', { reason: 'bored' as 'duplicate' }, [400, undefined, 'reason']],
    ['of a payment and of a charge', { charge: 'ch_1' }, [400, undefined, undefined]],
  ])('of %s is refused', async (_, more, expected) => {
    const { id } = await pay();
    const { statusCode, code, param } = await refusalOf(refundOf(id, more));
    expect([statusCode, code, param]).toEqual(expected);
  });

  test('of three decimals that do not end in 0 is refused', async () => {
    const { id } = await pay('pm_card_visa', { currency: 'kwd' });
    expect(await refusalOf(refundOf(id, { amount: 1_001 }))).toMatchObject({ param: 'amount' });
  });

  test('of what is only held, declined or unknown is refused', async () => {
    const held = await pay('pm_card_visa', { capture_method: 'manual' });
    expect(await refusalOf(refundOf(held.id))).toMatchObject({ statusCode: 400, param: 'payment_intent' });
    expect(await refusalOf(refundOf('pi_unknown'))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect(await refusalOf(shop.stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  });
});

test('records list every charge, declined ones too, and every refund', async () => {
  const own = await startShop();
  try {
    const terms = { amount: 10_000, currency: 'egp', confirm: true, allowed_payment_method_types: ['card' as const] };
    const paid = await own.stripe.paymentIntents.create({
      ...terms,
      payment_method: 'pm_card_visa',
      metadata: { n: '1' },
    });
    await refusalOf(own.stripe.paymentIntents.create({ ...terms, payment_method: 'pm_card_visa_chargeDeclined' }));
    await own.stripe.refunds.create({ payment_intent: paid.id, amount: 1_000, metadata: { r: '2' } });
    const records = JSON.parse((await own.send('GET', '/_control/records')).text) as unknown[];
    expect(records).toEqual(own.standIn.records());
    expect(records).toMatchObject([
      { kind: 'charge', paymentIntentId: paid.id, amountCaptured: 10_000, amountRefunded: 1_000, metadata: { n: '1' } },
      { kind: 'charge', status: 'failed', amountCaptured: 0 },
      { kind: 'refund', amount: 1_000, status: 'succeeded', metadata: { r: '2' } },
    ]);
  } finally {
    await own.close();
  }
});
