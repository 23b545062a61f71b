import type { CheckoutSession } from '@mizan/contracts';
import { card, transfer, type Fixtures, type Overrides } from './fixtures.ts';
import { changing, creating, type Flow } from './flow.ts';

const changed = { metadata: { triggered: 'again' } };

/** Events of products, prices, stock and customers. */
export const catalogFlows = {
  'product.created': creating('product'),
  'product.updated': changing('product', (make, id) => make.patch(`/products/${id}`, changed)),
  'product.deleted': changing('product', (make, id) => make.delete(`/products/${id}`)),
  'price.created': creating('price'),
  'price.updated': changing('price', (make, id) => make.patch(`/prices/${id}`, changed)),
  'price.deleted': changing('price', (make, id) => make.delete(`/prices/${id}`)),
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
  'customer.created': creating('customer'),
  'customer.updated': changing('customer', (make, id) => make.patch(`/customers/${id}`, changed)),
  'customer.deleted': changing('customer', (make, id) => make.delete(`/customers/${id}`)),
} as const satisfies Record<string, Flow>;

/** Events of checkouts, links and discounts. */
export const checkoutFlows = {
  'checkout.session.created': creating('session'),
  'checkout.session.completed': async (make, given) => {
    const session = await make.session(given);
    await make.pay(session);
    return session.id;
  },
  'checkout.session.expired': changing('session', (make, id) => make.post(`/checkout/sessions/${id}/expire`)),
  'checkout.session.async_payment_succeeded': (make, given) => payLater(make, given, 'succeed'),
  'checkout.session.async_payment_failed': (make, given) => payLater(make, given, 'expire'),
  'payment_link.created': creating('link'),
  'payment_link.updated': changing('link', (make, id) => make.patch(`/payment-links/${id}`, changed)),
  'payment_link.expired': async (make, given, { now, runCheckoutJobs }) => {
    const expiresAt = new Date(now().getTime() + 1_000);
    const { id } = await make.link({ ...given, expiresAt: expiresAt.toISOString() });
    await runCheckoutJobs(expiresAt);
    return id;
  },
  'coupon.created': creating('coupon'),
  'coupon.updated': changing('coupon', (make, id) => make.patch(`/coupons/${id}`, changed)),
  'coupon.deleted': changing('coupon', (make, id) => make.delete(`/coupons/${id}`)),
  'promotion_code.created': creating('promotionCode'),
  'promotion_code.updated': changing('promotionCode', (make, id) => make.patch(`/promotion-codes/${id}`, changed)),
  'discount.created': async (make, given) => (await redeem(make, given)).discountId,
  'discount.deleted': async (make, given) => {
    const { discountId, intentId } = await redeem(make, given);
    await make.refund(intentId);
    return discountId;
  },
} as const satisfies Record<string, Flow>;

const priceOf = (session: CheckoutSession): string => session.lineItems[0]?.price.id ?? '';

async function payLater(make: Fixtures, given: Overrides, outcome: string): Promise<string> {
  const session = await make.session(given);
  const intentId = await make.pay(session, transfer);
  await make.simulate('payment-intents', intentId, outcome);
  return session.id;
}

/** @returns the discount's id, which exists once it is redeemed */
async function redeem(make: Fixtures, given: Overrides): Promise<{ discountId: string; intentId: string }> {
  const { id: coupon } = await make.coupon(given);
  const session = await make.session({ discounts: [{ coupon }] });
  const intentId = await make.pay(session, card('4242424242424242'));
  const path = `/discounts?checkoutSessionId=${session.id}`;
  const { data } = await make.requests.send<{ data: { id: string }[] }>('GET', path);
  return { discountId: data[0]?.id ?? '', intentId };
}
