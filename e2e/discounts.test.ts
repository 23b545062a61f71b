import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon, Discount, ProductStats, PromotionCode } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront, type Stocked } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

const coupon = (body: object) => shop.expect<Coupon>(201, 'POST', '/coupons', body);
const discountsOf = async (query: string) =>
  (await shop.expect<{ data: Discount[] }>(200, 'GET', `/discounts?${query}`)).data;
const typesAbout = async (objectIds: readonly string[]) => {
  const { data } = await shop.expect<{ data: { type: string; objectId: string }[] }>(200, 'GET', '/events?limit=100');
  return data.filter(({ objectId }) => objectIds.includes(objectId)).map(({ type }) => type);
};
const open = ({ price }: Stocked, more: object) => shop.openSession(price, { ...more });

test('a coupon limited to a real product is paid, counted, published and, after a full refund, available to its buyer again', async () => {
  const [soap, tea] = [await shop.stock(3_333), await shop.stock(5_000)];
  const { id } = await coupon({
    percentOff: 12.5,
    maxRedemptionsPerCustomer: 1,
    appliesToProductIds: [soap.product.id],
  });
  const lineItems = [{ price: soap.price.id, quantity: 3 }, { price: tea.price.id }];
  const body = { lineItems, discounts: [{ coupon: id }] };
  const session = await open(soap, body);
  expect(session).toMatchObject({ amountSubtotal: 14_999, amountTotal: 13_749 });
  const { body: paid } = await shop.confirm(session);
  const intent = await shop.intent(paid.paymentIntent?.id ?? '');
  expect(intent).toMatchObject({
    status: 'SUCCEEDED',
    amount: 13_749,
    amountDetails: { productAmount: 14_999, discount: 1_250, tax: 0, platformFees: 0, tip: 0 },
  });
  const [discount] = await discountsOf(`couponId=${id}`);
  expect((await shop.session(session.id)).discounts).toEqual([discount]);
  await eventually(async () => {
    const stats = await shop.expect<ProductStats>(200, 'GET', `/products/${soap.product.id}/stats`);
    expect(stats).toMatchObject({ grossSales: 9_999, discounts: 1_250 });
  });

  const again = await shop.world.api<{ error: { code: string } }>('POST', '/checkout/sessions', {
    ...body,
    customerDetails: session.customerDetails,
  });
  expect([again.status, again.body.error.code]).toEqual([400, 'coupon_customer_max_redemptions']);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intent.id });
  await eventually(async () => {
    expect(await discountsOf(`checkoutSessionId=${session.id}`)).toEqual([]);
    await open(soap, body);
  });
  await eventually(async () =>
    expect(await typesAbout([discount?.id ?? ''])).toEqual(['discount.deleted', 'discount.created']),
  );
});

test('a code for first purchases serves a card once, whatever e-mail and phone its buyer types', async () => {
  const stocked = await shop.stock(10_000);
  const { id } = await coupon({ percentOff: 10 });
  const restrictions = { firstTimeTransaction: true };
  const { code } = await shop.expect<PromotionCode>(201, 'POST', '/promotion-codes', { couponId: id, restrictions });
  const buy = async (customerDetails: object, number: string) =>
    shop.confirm(await open(stocked, { discounts: [{ promotionCode: code }], customerDetails }), number);
  const amex = '378282246310005';
  expect((await buy({ email: 'first@example.com', phone: '+201000000001' }, amex)).status).toBe(200);
  expect(await buy({ email: 'second@example.com', phone: '+201000000002' }, amex)).toMatchObject({
    status: 400,
    body: { error: { code: 'promotion_code_first_time_only' } },
  });
  expect((await buy({ email: 'third@example.com' }, '5078030000000011')).status).toBe(200);
});

test('fifty buyers at once confirm with a code for ten: ten pay less, and no one pays without getting it', async () => {
  const stocked = await shop.stock(10_000);
  const { id } = await coupon({ percentOff: 20 });
  const code = await shop.expect<PromotionCode>(201, 'POST', '/promotion-codes', { couponId: id, maxRedemptions: 10 });
  const sessions = [];
  for (let i = 0; i < 50; i++)
    sessions.push(
      await open(stocked, {
        discounts: [{ promotionCode: code.code.toLowerCase() }],
        customerDetails: { email: `crowd${i}@example.com` },
      }),
    );
  const answers = await Promise.all(sessions.map((session) => shop.confirm(session)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status !== 200) as unknown as { body: { error: { code: string } } }[];
  expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['promotion_code_max_redemptions']));
  const { rows } = await shop.world
    .db('payments')
    .query<{ intents: number }>(`select count(*)::int as intents from payment_intents where amount = 8000`);
  expect(rows).toEqual([{ intents: 10 }]);
  expect(await shop.expect<PromotionCode>(200, 'GET', `/promotion-codes/${code.id}`)).toMatchObject({
    timesRedeemed: 10,
    coupon: { timesRedeemed: 10 },
  });
});

test('an order that a coupon makes free takes its piece from the stock and needs no card', async () => {
  const stocked = await shop.stock(10_000, 5);
  const { id } = await coupon({ percentOff: 100 });
  const session = await open(stocked, { discounts: [{ coupon: id }] });
  const headers = { 'client-secret': session.clientSecret };
  const answer = await shop.world.api('POST', `/client/checkout/${session.id}/confirm`, {}, { key: null, headers });
  expect(answer).toMatchObject({ status: 200, body: { paymentIntent: null } });
  await eventually(async () => expect((await shop.price(stocked.price.id)).stock).toBe(4));
  expect(await discountsOf(`checkoutSessionId=${session.id}`)).toHaveLength(1);
});

test('a declined buyer who then enters a code pays the lower amount, with the same payment', async () => {
  const { price } = await shop.stock(10_000);
  const { id } = await coupon({ amountOff: 2_500, currency: 'EGP' });
  await shop.expect(201, 'POST', '/promotion-codes', { couponId: id, code: 'SECOND-TRY' });
  const session = await shop.openSession(price, { allowPromotionCodes: true });
  const { body: declined } = await shop.confirm(session, cards.declined);
  const headers = { 'client-secret': session.clientSecret };
  const changed = await shop.world.api<CheckoutSession>(
    'PATCH',
    `/client/checkout/${session.id}`,
    { promotionCode: 'second-try' },
    { key: null, headers },
  );
  expect(changed.body.amountTotal).toBe(7_500);
  const { body: paid } = await shop.confirm({ ...session, amountTotal: 7_500 });
  expect(paid.paymentIntent?.id).toBe(declined.paymentIntent?.id);
  expect(await shop.intent(paid.paymentIntent?.id ?? '')).toMatchObject({
    status: 'SUCCEEDED',
    amount: 7_500,
    amountReceived: 7_500,
    amountDetails: { productAmount: 10_000, discount: 2_500 },
  });
  expect(await shop.ledgerSums()).toEqual([0]);
});
