import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Customer } from '@mizan/contracts';
import { card, cards, publishEvent, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { listDiscounts, openDiscounted } from '../discounts/discounts.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  for (const id of ['cus_older', 'cus_newer']) world.siblings.customers.set(id, { id, type: 'guest', metadata: {} });
});
afterAll(() => world.stop());

const newer: Customer = {
  id: 'cus_newer',
  object: 'customer',
  type: 'guest',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  guestFingerprint: { emails: [], phones: [], cardFingerprints: [] },
  metadata: {},
  merchantId: 'acct_test',
  spendData: {
    amountDisputeLosses: 0,
    amountRefunded: 0,
    averageOrderValue: 0,
    currency: 'EGP',
    firstPurchaseAt: '',
    grossSpend: 0,
    lastPurchaseAt: '',
    netSpend: 0,
    numPayments: 0,
  },
  balance: '0',
};

const mergeNewerIntoOlder = () =>
  publishEvent(world, 'checkout-customers', {
    type: 'customer.deleted',
    version: 2,
    object: newer,
    data: { mergedInto: 'cus_older' },
  });

test('an open session of a merged guest may have what is the survivor’s, by its buyer and by the merchant', async () => {
  const open = () => world.openSession({ customerId: 'cus_newer', allowPromotionCodes: true });
  const [byBuyer, byMerchant] = [await open(), await open()];
  await mergeNewerIntoOlder();
  const { code } = await world.promotionCode({ customerId: 'cus_older' });
  expect(await world.change(byBuyer, { promotionCode: code })).toMatchObject({ status: 200 });
  expect(
    await world.merchant('PATCH', `/checkout/sessions/${byMerchant.id}`, { discounts: [{ promotionCode: code }] }),
  ).toMatchObject({ status: 200 });
});

test('a session of a merged guest that is paid counts as the survivor’s first purchase', async () => {
  const session = await world.openSession({ customerId: 'cus_newer' });
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  await mergeNewerIntoOlder();
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', session.id);
  await world.db('checkout').query('delete from checkout_sessions where id = $1', [session.id]); // the marks are what remains
  const { id } = await world.promotionCode({ restrictions: { firstTimeTransaction: true } });
  const again = await world.merchant('POST', '/checkout/sessions', {
    lineItems: [{ price: world.siblings.addPrice().price.id }],
    customerId: 'cus_older',
    discounts: [{ promotionCode: id }],
  });
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'promotion_code_first_time_only' } } });
});

test('what a merged guest bought, redeemed and may redeem is the survivor’s, and so is its share of a coupon', async () => {
  const coupon = await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 });
  const discounts = [{ coupon: coupon.id }];
  const session = await openDiscounted(world, discounts, { customerId: 'cus_newer' });
  expect((await world.confirm(session)).status).toBe(200);
  const code = await world.promotionCode({ customerId: 'cus_newer' });

  await mergeNewerIntoOlder();

  expect((await world.readSession(session.id)).discounts[0]?.customerId).toBe('cus_older');
  expect((await listDiscounts(world, 'customerId=cus_older')).totalCount).toBe(1);
  expect((await world.merchant('GET', `/promotion-codes/${code.id}`)).body).toMatchObject({ customerId: 'cus_older' });
  const again = await world.merchant<{ error: { code: string } }>('POST', '/checkout/sessions', {
    lineItems: session.lineItems.map(({ price }) => ({ price: price.id })),
    customerId: 'cus_older',
    discounts,
  });
  expect([again.status, again.body.error.code]).toEqual([400, 'coupon_customer_max_redemptions']);
});
