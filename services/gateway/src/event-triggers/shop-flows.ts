import type { CheckoutSession } from '@mizan/contracts';
import { card, type Fixtures, type Overrides } from './fixtures.ts';
import type { Flow } from './flow.ts';

/** Reserves stock and succeeds later, in every currency. */
export const transfer = { type: 'bank_transfer' };

const changed = { metadata: { triggered: 'again' } };

/** Events of products, prices and stock, and to customers. */
export const catalogFlows = {
  'product.created': async (make, given) => (await make.product(given)).id,
  'product.updated': async (make, given) => {
    const { id } = await make.product(given);
    await make.patch(`/products/${id}`, changed);
    return id;
  },
  'product.deleted': async (make, given) => {
    const { id } = await make.product(given);
    await make.delete(`/products/${id}`);
    return id;
  },
  'price.created': async (make, given) => (await make.price(given)).id,
  'price.updated': async (make, given) => {
    const { id } = await make.price(given);
    await make.patch(`/prices/${id}`, changed);
    return id;
  },
  'price.deleted': async (make, given) => {
    const { id } = await make.price(given);
    await make.delete(`/prices/${id}`);
    return id;
  },
  'price.stock_depleted': async (make, given) => {
    const session = await make.session({}, { ...given, stock: 1 });
    await make.pay(session);
    return priceOf(session);
  },
  'price.oversold': async (make, given) => {
    // The last piece is lost while the buyer's transfer is pending.
    const session = await make.session({}, { ...given, stock: 1 });
    const intentId = await make.pay(session, transfer);
    await make.requests.send('PUT', `/test-helpers/prices/${priceOf(session)}/stock`, { body: { stock: 0 } });
    await make.simulate('payment-intents', intentId, 'succeed');
    return priceOf(session);
  },
  'customer.created': async (make, given) => (await make.customer(given)).id,
  'customer.updated': async (make, given) => {
    const { id } = await make.customer(given);
    await make.patch(`/customers/${id}`, changed);
    return id;
  },
  'customer.deleted': async (make, given) => {
    const { id } = await make.customer(given);
    await make.delete(`/customers/${id}`);
    return id;
  },
} as const satisfies Record<string, Flow>;

/** Events of checkouts, links and discounts. */
export const checkoutFlows = {
  'checkout.session.created': async (make, given) => (await make.session(given)).id,
  'checkout.session.completed': async (make, given) => {
    const session = await make.session(given);
    await make.pay(session);
    return session.id;
  },
  'checkout.session.expired': async (make, given) => {
    const { id } = await make.session(given);
    await make.post(`/checkout/sessions/${id}/expire`);
    return id;
  },
  'checkout.session.async_payment_succeeded': (make, given) => payLater(make, given, 'succeed'),
  'checkout.session.async_payment_failed': (make, given) => payLater(make, given, 'expire'),
  'payment_link.created': async (make, given) => (await make.link(given)).id,
  'payment_link.updated': async (make, given) => {
    const { id } = await make.link(given);
    await make.patch(`/payment-links/${id}`, changed);
    return id;
  },
  'payment_link.expired': async (make, given, { now, runCheckoutJobs }) => {
    const expiresAt = new Date(now().getTime() + 1_000);
    const { id } = await make.link({ ...given, expiresAt: expiresAt.toISOString() });
    await runCheckoutJobs(expiresAt);
    return id;
  },
  'coupon.created': async (make, given) => (await make.coupon(given)).id,
  'coupon.updated': async (make, given) => {
    const { id } = await make.coupon(given);
    await make.patch(`/coupons/${id}`, changed);
    return id;
  },
  'coupon.deleted': async (make, given) => {
    const { id } = await make.coupon(given);
    await make.delete(`/coupons/${id}`);
    return id;
  },
  'promotion_code.created': async (make, given) => (await promotionCode(make, given)).id,
  'promotion_code.updated': async (make, given) => {
    const { id } = await promotionCode(make, given);
    await make.patch(`/promotion-codes/${id}`, changed);
    return id;
  },
  'discount.created': async (make, given) => (await redeem(make, given)).discountId,
  'discount.deleted': async (make, given) => {
    const { discountId, intentId } = await redeem(make, given);
    await make.refund(intentId);
    return discountId;
  },
} as const satisfies Record<string, Flow>;

const priceOf = (session: CheckoutSession): string => session.lineItems[0]?.price.id ?? '';

async function payLater(make: Fixtures, given: Overrides, outcome: string): Promise<string> {
  const session = await make.session({ ...given });
  const intentId = await make.pay(session, transfer);
  await make.simulate('payment-intents', intentId, outcome);
  return session.id;
}

async function promotionCode(make: Fixtures, given: Overrides): Promise<{ id: string }> {
  const { id: couponId } = await make.coupon();
  return make.post('/promotion-codes', { couponId, ...given });
}

/** @returns the discount's id, which exists once it is redeemed */
async function redeem(make: Fixtures, given: Overrides): Promise<{ discountId: string; intentId: string }> {
  const { id: coupon } = await make.coupon(given);
  const session = await make.session({ discounts: [{ coupon }] });
  const intentId = await make.pay(session, card('4242424242424242'));
  const { data } = await make.requests.send<{ data: { id: string }[] }>(
    'GET',
    `/discounts?checkoutSessionId=${session.id}`,
  );
  return { discountId: data[0]?.id ?? '', intentId };
}
