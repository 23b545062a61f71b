import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sampleGuest } from '@mizan/testing';
import { card, cards, publishEvent, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { listDiscounts, openDiscounted } from '../discounts/discounts.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  for (const id of ['cus_older', 'cus_newer']) world.siblings.customers.set(id, { id, type: 'guest', metadata: {} });
});
afterAll(() => world.stop());

const mergeNewerIntoOlder = () =>
  publishEvent(world, 'checkout-customers', {
    type: 'customer.deleted',
    version: 2,
    object: sampleGuest('cus_newer'),
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
