import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon, CustomerStats, PaymentIntent, Price, ProductStats } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

/** A sale of one of two pieces at 100.00 EGP less 10 %, whose money the merchant captures later. */
interface Held {
  readonly price: Price;
  readonly coupon: Coupon;
  readonly session: CheckoutSession;
  readonly intentId: string;
}

async function hold(number = cards.good): Promise<Held> {
  const { price } = await shop.stock(10_000, 2);
  const coupon = await shop.expect<Coupon>(201, 'POST', '/coupons', { percentOff: 10, maxRedemptions: 1 });
  const session = await shop.openSession(price, { captureMethod: 'manual', discounts: [{ coupon: coupon.id }] });
  const { status, body } = await shop.confirm(session, number);
  expect(status).toBe(200);
  return { price, coupon, session, intentId: body.paymentIntent?.id ?? '' };
}

const capture = (id: string, body: object = {}) =>
  shop.expect<PaymentIntent>(200, 'POST', `/payment-intents/${id}/capture`, body);

/** What a sale has done so far to stock, coupon, customer and ledger. */
async function effectsOf({ price, coupon, session }: Held) {
  await shop.settled();
  const { customerId, discounts } = await shop.session(session.id);
  const { spendData } = await shop.customer(customerId ?? '');
  return {
    stock: (await shop.price(price.id)).stock,
    held: await piecesHeld(price.id),
    redeemed: (await shop.expect<Coupon>(200, 'GET', `/coupons/${coupon.id}`)).timesRedeemed,
    isRedeemed: discounts[0]?.id !== 'pending',
    spent: [spendData.numPayments, spendData.grossSpend],
    ledger: [...new Set(await shop.ledgerSums())],
  };
}

async function piecesHeld(priceId: string): Promise<number> {
  const { rows } = await shop.world
    .db('catalog')
    .query<{ held: number }>('select held from prices where id = $1', [priceId]);
  return Number(rows[0]?.held);
}

const expectEffects = (sale: Held, effects: object) =>
  eventually(async () => expect(await effectsOf(sale)).toEqual(effects));

const nothingSold = { stock: 2, redeemed: 0, isRedeemed: false, spent: [0, 0], ledger: [0] };
const onlyHeld = { ...nothingSold, held: 1 };
const released = { ...nothingSold, held: 0 };
const sold = (amount: number) => ({
  stock: 1,
  held: 0,
  redeemed: 1,
  isRedeemed: true,
  spent: [1, amount],
  ledger: [0],
});

/** Waits until the session says so: it hears of its payment by an event, as stock does by another of its own. */
const expectSession = (sale: Held, session: object) =>
  eventually(async () => expect(await shop.session(sale.session.id)).toMatchObject(session));

/** Waits until the account got these events about an object, in this order, and no others. */
const expectEvents = (id: string, types: string[]) =>
  eventually(async () => {
    const { data } = await shop.expect<{ data: { type: string }[] }>(200, 'GET', `/events?objectId=${id}`);
    expect(data.map(({ type }) => type).reverse()).toEqual(types);
  });

test('held money completes the session unpaid and sells nothing; its capture pays the session and sells, once', async () => {
  const sale = await hold();
  expect(await shop.session(sale.session.id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'unpaid',
    paymentIntent: { status: 'UNCAPTURED', captureMethod: 'manual', amountCapturable: 9_000, amountReceived: 0 },
  });
  await expectEffects(sale, onlyHeld);

  expect(await capture(sale.intentId)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 9_000 });
  await expectEffects(sale, sold(9_000));
  await expectSession(sale, { status: 'complete', paymentStatus: 'paid', paymentIntent: { amountCapturable: 0 } });
  const paid = await shop.session(sale.session.id);
  await expectEvents(sale.session.id, [
    'checkout.session.created',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  ]);
  await expectEvents(sale.intentId, [
    'payment_intent.created',
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
  ]);
  await expectEvents(paid.paymentIntent?.latestCharge?.id ?? '', ['charge.succeeded', 'charge.captured']);
});

test('a final capture of a part is what the customer spent, and releases the rest', async () => {
  const sale = await hold();
  expect(await capture(sale.intentId, { amountToCapture: 4_000 })).toMatchObject({
    status: 'SUCCEEDED',
    amountReceived: 4_000,
    amountCapturable: 0,
  });
  await expectEffects(sale, sold(4_000));
  await expectSession(sale, { paymentStatus: 'paid', amountTotal: 9_000 });
  const session = await shop.session(sale.session.id);
  await eventually(async () => {
    const ofProduct = await shop.expect<ProductStats>(200, 'GET', `/products/${sale.price.productId}/stats`);
    expect(ofProduct).toMatchObject({ unitsSold: 1, grossSales: 4_444, discounts: 444, netSales: 4_000 });
    const ofCustomer = await shop.expect<CustomerStats>(200, 'GET', `/customers/${session.customerId}/stats`);
    expect(ofCustomer.topProducts).toMatchObject([{ unitsBought: 1, grossSpend: 4_000 }]);
  });
});

test('a capture in two parts sells with the second', async () => {
  const sale = await hold();
  await capture(sale.intentId, { amountToCapture: 4_000, finalCapture: false });
  await expectEffects(sale, onlyHeld);
  await expectSession(sale, {
    paymentStatus: 'unpaid',
    paymentIntent: { status: 'AMOUNT_CAPTURABLE_UPDATED', amountReceived: 4_000 },
  });
  await capture(sale.intentId);
  await expectEffects(sale, sold(9_000));
  await expectSession(sale, { paymentStatus: 'paid' });
});

test('a canceled hold sells nothing, gives piece and coupon back, and the session says that its payment failed', async () => {
  const sale = await hold();
  await shop.expect(200, 'POST', `/payment-intents/${sale.intentId}/cancel`, {});
  await expectEffects(sale, released);
  await expectSession(sale, {
    status: 'complete',
    paymentStatus: 'unpaid',
    paymentIntent: { status: 'CANCELED', cancellationReason: 'REQUESTED_BY_CUSTOMER' },
  });
  await expectEvents(sale.session.id, [
    'checkout.session.created',
    'checkout.session.completed',
    'checkout.session.async_payment_failed',
  ]);
});

test('the money is held, not taken, after the buyer was at the bank', async () => {
  const sale = await hold(cards.threeDSecure);
  expect((await shop.intent(sale.intentId)).status).toBe('REQUIRES_ACTION');
  await shop.expect(200, 'POST', `/test-helpers/payment-intents/${sale.intentId}/simulate`, { outcome: 'succeed' });
  await eventually(async () =>
    expect(await shop.session(sale.session.id)).toMatchObject({
      status: 'complete',
      paymentStatus: 'unpaid',
      paymentIntent: { status: 'UNCAPTURED', amountCapturable: 9_000 },
    }),
  );
  await expectEffects(sale, onlyHeld);
});

test('400 payment_method_mismatch for a method that cannot wait, and the buyer may pay with another', async () => {
  const { price } = await shop.stock(10_000);
  const session = await shop.openSession(price, { captureMethod: 'manual' });
  const voucher = await shop.world.api<{ error: { code: string } }>(
    'POST',
    `/client/checkout/${session.id}/confirm`,
    { paymentMethod: { type: 'fawry', phone: '+201001234567' } },
    { key: null, headers: { 'client-secret': session.clientSecret ?? '' } },
  );
  expect([voucher.status, voucher.body.error.code]).toEqual([400, 'payment_method_mismatch']);
  expect((await shop.confirm(session)).body.paymentIntent?.status).toBe('UNCAPTURED');
});

test('a hold that is not captured within seven days is released like a canceled one', async () => {
  const sale = await hold();
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '6d' });
  expect(await shop.session(sale.session.id)).toMatchObject({ status: 'complete', isExpired: false });
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '1d' });
  await expectEffects(sale, released);
  await expectSession(sale, {
    status: 'complete',
    paymentStatus: 'unpaid',
    isExpired: false,
    paymentIntent: { status: 'CANCELED', cancellationReason: 'EXPIRED' },
  });
  await expectEvents(sale.session.id, [
    'checkout.session.created',
    'checkout.session.completed',
    'checkout.session.async_payment_failed',
  ]);
  await expectEvents(sale.intentId, [
    'payment_intent.created',
    'payment_intent.amount_capturable_updated',
    'payment_intent.canceled',
  ]);
});
