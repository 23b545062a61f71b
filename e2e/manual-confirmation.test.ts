import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon, PaymentIntent, Price } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

/** A sale of the only piece, whose buyer has been at the bank: the merchant's server is to go on. */
interface Parked {
  readonly price: Price;
  readonly coupon: Coupon;
  readonly session: CheckoutSession;
  readonly intentId: string;
}

async function park(): Promise<Parked> {
  const { price } = await shop.stock(10_000, 1);
  const coupon = await shop.expect<Coupon>(201, 'POST', '/coupons', { percentOff: 10, maxRedemptions: 1 });
  const session = await shop.openSession(price, {
    discounts: [{ coupon: coupon.id }],
    paymentIntentData: { confirmationMethod: 'manual' },
  });
  const { body } = await shop.confirm(session, cards.threeDSecure);
  expect(body.paymentIntent?.status).toBe('REQUIRES_ACTION');
  await fetch(body.paymentIntent?.nextAction?.redirectToUrl.url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'authenticate' }),
  });
  await eventually(async () =>
    expect((await shop.session(session.id)).paymentIntent?.status).toBe('REQUIRES_CONFIRMATION'),
  );
  return { price, coupon, session, intentId: body.paymentIntent?.id ?? '' };
}

const confirmAsServer = (id: string) => shop.expect<PaymentIntent>(200, 'POST', `/payment-intents/${id}/confirm`, {});
const redeemed = async ({ id }: Coupon) => (await shop.expect<Coupon>(200, 'GET', `/coupons/${id}`)).timesRedeemed;

test('a buyer who was at the bank waits for the merchant’s server, which takes the money and completes the checkout', async () => {
  const { price, coupon, session, intentId } = await park();
  expect(await shop.session(session.id)).toMatchObject({ status: 'open', paymentStatus: 'unpaid' });
  expect((await confirmAsServer(intentId)).status).toBe('SUCCEEDED');
  await eventually(async () =>
    expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' }),
  );
  await eventually(async () => expect([(await shop.price(price.id)).stock, await redeemed(coupon)]).toEqual([0, 1]));
  expect((await shop.intent(intentId)).charges).toHaveLength(1);
});

test('until then no one pays twice, takes the piece or uses the coupon', async () => {
  const { price, coupon, session } = await park();
  await shop.settled();
  expect((await shop.confirm(session)).body).toMatchObject({ error: { code: 'payment_still_confirming' } });
  const others = await shop.world.api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
  expect(others.body.error?.code).toBe('price_sold_out');
  const { price: more } = await shop.stock(10_000);
  const discounted = { lineItems: [{ price: more.id }], discounts: [{ coupon: coupon.id }] };
  const second = await shop.world.api('POST', '/checkout/sessions', discounted);
  expect(second.body.error?.code).toBe('coupon_invalid');
});

test('a checkout that expires first takes no money, and gives piece and coupon back', async () => {
  const { price, coupon, session, intentId } = await park();
  await shop.expect(200, 'POST', `/checkout/sessions/${session.id}/expire`, {});
  expect((await shop.intent(intentId)).status).toBe('CANCELED');
  await eventually(async () => {
    const again = await shop.world.api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
    expect(again.status).toBe(201);
  });
  const { price: more } = await shop.stock(10_000);
  expect((await shop.confirm(await shop.openSession(more, { discounts: [{ coupon: coupon.id }] }))).status).toBe(200);
  const answer = await shop.world.api('POST', `/payment-intents/${intentId}/confirm`, {});
  expect(answer.status).toBe(409);
});

test('a card that asks for nothing pays at once', async () => {
  const { price } = await shop.stock(10_000);
  const session = await shop.openSession(price, { paymentIntentData: { confirmationMethod: 'manual' } });
  expect((await shop.confirm(session)).body.checkoutSession).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
  });
});
