import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Customer } from '@mizan/contracts';
import { publishEvent, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
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

test('what a merged guest bought, redeemed and may redeem is the survivor’s, and so is its share of a coupon', async () => {
  const coupon = await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 });
  const discounts = [{ coupon: coupon.id }];
  const session = await openDiscounted(world, discounts, { customerId: 'cus_newer' });
  expect((await world.confirm(session)).status).toBe(200);
  const code = await world.promotionCode({ customerId: 'cus_newer' });

  const merged = { object: newer, mergedInto: 'cus_older' };
  await publishEvent(world, 'checkout-customers', { type: 'customer.deleted', version: 2, data: merged });

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
