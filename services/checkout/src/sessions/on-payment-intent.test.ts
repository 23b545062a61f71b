import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { log, Problem } from '@mizan/service-kit';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.after = () => {};
});

const typesOf = async (id: string) =>
  (await world.eventsOf(id)).map(({ type }) => type.replace('checkout.session.', ''));

test('an event completes the session whose confirm never received the answer, and the janitor finds nothing left to do', async () => {
  const session = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
  world.siblings.after = (name) => {
    if (name === 'confirmPayment') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session)).status).toBe(504);
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    customer: { email: 'mona@example.com' },
  });
  expect(await typesOf(session.id)).toEqual(['created', 'completed']);
});

test('a payment of another amount than the total completes the session and is logged', async () => {
  const logged = jest.spyOn(log, 'error');
  const session = await world.openSession();
  world.siblings.after = (name) => {
    if (name === 'confirmPayment') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session)).status).toBe(504);
  world.siblings.move(session.id, { amount: session.amountTotal - 1 });
  await world.publish('payment_intent.succeeded', session.id);
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ paymentStatus: 'paid' });
  expect(logged.mock.calls.filter(([line]) => (line as { sessionId?: string }).sessionId === session.id)).toEqual([
    [expect.objectContaining({ event: 'session.paid_other_amount', amountTotal: 12_500, amount: 12_499 })],
  ]);
  logged.mockRestore();
});

test('money that comes late for an order that became free meanwhile is logged once', async () => {
  const logged = jest.spyOn(log, 'error');
  const customUnitAmount = { minimum: 0, maximum: null, preset: 5_000 };
  const gift = world.siblings.addPrice({ unitAmount: null, type: 'CUSTOM', customUnitAmount });
  const session = await world.openSession({ lineItems: [{ price: gift.price.id }] });
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, customAmount: 0 }] });
  const free = await world.confirm(session, { expectedAmountTotal: 0 });
  expect(free.body.checkoutSession.paymentStatus).toBe('no_payment_required');
  world.siblings.move(session.id, { status: 'SUCCEEDED', amountReceived: 5_000 });
  for (const _time of [1, 2]) await world.publish('payment_intent.succeeded', session.id);
  expect(logged.mock.calls.filter(([line]) => (line as { sessionId?: string }).sessionId === session.id)).toEqual([
    [expect.objectContaining({ event: 'session.paid_other_amount', amountTotal: 0, amount: 5_000 })],
  ]);
  logged.mockRestore();
});

test('the event of a payment that the confirm settled changes nothing', async () => {
  const session = await world.openSession();
  await world.confirm(session);
  const before = await world.readSession(session.id);
  await world.publish('payment_intent.succeeded', session.id);
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toEqual(before);
  expect(await typesOf(session.id)).toEqual(['created', 'completed']);
});

test('an older event that comes late is dropped', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  const { objectVersion } = world.siblings.paymentOf(session.id);
  world.siblings.move(session.id, { status: 'SUCCEEDED', lastPaymentError: null });
  await world.publish('payment_intent.succeeded', session.id);
  const paid = await world.readSession(session.id);
  await world.publish('payment_intent.payment_failed', session.id, objectVersion);
  expect(await world.readSession(session.id)).toEqual(paid);
});

test('a confirm’s answer that comes after a newer event overwrites nothing', async () => {
  const session = await world.openSession();
  world.siblings.after = async (name) => {
    if (name !== 'confirmPayment') return;
    world.siblings.move(session.id, { status: 'REFUNDED', amountRefunded: 12_500 });
    await world.publish('payment_intent.refunded', session.id);
  };
  expect(await world.confirm(session)).toMatchObject({ body: { paymentIntent: { status: 'REFUNDED' } } });
  expect(await world.readSession(session.id)).toMatchObject({
    paymentStatus: 'paid',
    paymentIntent: { status: 'REFUNDED' },
  });
  expect(await typesOf(session.id)).toEqual(['created', 'completed']);
});

test('the customer’s use of a coupon is returned also when a refund is the first that is known of the payment', async () => {
  const coupon = await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 });
  const open = () =>
    world.openSession({ discounts: [{ coupon: coupon.id }], customerDetails: { email: 'returns@example.com' } });
  const session = await open();
  world.siblings.after = async (name) => {
    if (name !== 'confirmPayment') return;
    world.siblings.after = () => {};
    world.siblings.move(session.id, { status: 'REFUNDED', amountRefunded: 11_250 });
    await world.publish('payment_intent.refunded', session.id);
  };
  expect((await world.confirm(session)).status).toBe(200);
  const { discounts } = await world.readSession(session.id);
  expect((await world.eventsOf(discounts[0]?.id ?? '')).map(({ type, version }) => [type, version])).toEqual([
    ['discount.created', 1],
    ['discount.deleted', 2],
  ]);
  expect((await world.confirm(await open())).body.checkoutSession).toMatchObject({ paymentStatus: 'paid' });
});

test('an unknown outcome keeps the session held until payments knows, either way', async () => {
  for (const [status, type, expected] of [
    ['SUCCEEDED', 'payment_intent.succeeded', { status: 'complete', paymentStatus: 'paid' }],
    ['REQUIRES_PAYMENT_METHOD', 'payment_intent.payment_failed', { status: 'open', paymentStatus: 'unpaid' }],
  ] as const) {
    const session = await world.openSession();
    const answer = await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
    expect(answer).toMatchObject({
      status: 200,
      body: { checkoutSession: { status: 'open' }, paymentIntent: { status: 'PROCESSING' } },
    });
    expect(await world.confirm(session)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_still_confirming' } },
    });
    world.siblings.move(session.id, { status });
    await world.publish(type, session.id);
    expect(await world.readSession(session.id)).toMatchObject(expected);
  }
});

test('an event that decides nothing does not end a confirm that is running', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.move(session.id, { description: 'renamed' });
  world.siblings.before = async (name) => {
    if (name !== 'confirmPayment') return;
    world.siblings.before = () => {};
    await world.publish('payment_intent.updated', session.id);
    expect(await world.confirm(session)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_still_confirming' } },
    });
  };
  expect(await world.confirm(session)).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete' } },
  });
});

test('an authorized payment completes the session unpaid, its capture makes it paid', async () => {
  const session = await openAuthorized();
  expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
  world.siblings.move(session.id, { status: 'SUCCEEDED', amountReceived: 12_500 });
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ paymentStatus: 'paid' });
  expect(await typesOf(session.id)).toEqual(['created', 'completed', 'async_payment_succeeded']);
});

test('an authorization that is received by its event alone completes the session unpaid, too', async () => {
  const session = await world.openSession({ captureMethod: 'manual' });
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  world.siblings.move(session.id, { status: 'UNCAPTURED', amountCapturable: 12_500, nextAction: null });
  await world.publish('payment_intent.amount_capturable_updated', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
  expect(await typesOf(session.id)).toEqual(['created', 'completed']);
});

test('a capture in parts makes the session paid with its last part', async () => {
  const session = await openAuthorized();
  world.siblings.move(session.id, {
    status: 'AMOUNT_CAPTURABLE_UPDATED',
    amountReceived: 5_000,
    amountCapturable: 7_500,
  });
  await world.publish('payment_intent.amount_capturable_updated', session.id);
  expect(await world.readSession(session.id)).toMatchObject({
    paymentStatus: 'unpaid',
    paymentIntent: { amountReceived: 5_000 },
  });
  world.siblings.move(session.id, { status: 'SUCCEEDED', amountReceived: 9_000, amountCapturable: 0 });
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({
    paymentStatus: 'paid',
    amountTotal: 12_500,
    paymentIntent: { amountReceived: 9_000 },
  });
  expect(await typesOf(session.id)).toEqual(['created', 'completed', 'async_payment_succeeded']);
});

test('409 payment_already_completed for a buyer who confirms again while the money is held', async () => {
  const session = await openAuthorized();
  expect(await world.confirm(session)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_already_completed' } },
  });
});

test('409 resource_invalid_state for a merchant who changes or expires a session whose money is held', async () => {
  const { id } = await openAuthorized();
  for (const [method, path] of [
    ['PATCH', ''],
    ['POST', '/expire'],
  ] as const)
    expect(await world.merchant(method, `/checkout/sessions/${id}${path}`, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'resource_invalid_state' } },
    });
});

test('an authorization that lapses publishes once that the money will not come', async () => {
  const session = await openAuthorized();
  world.siblings.move(session.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
  world.siblings.move(session.id, { description: 'late note' });
  await world.publish('payment_intent.updated', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
  expect(await typesOf(session.id)).toEqual(['created', 'completed', 'async_payment_failed']);
});

test('a refund shows in the session and changes neither its state nor its version', async () => {
  const session = await world.openSession();
  await world.confirm(session);
  world.siblings.move(session.id, { status: 'REFUNDED', amountRefunded: 12_500 });
  await world.publish('payment_intent.refunded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({
    paymentStatus: 'paid',
    paymentIntent: { status: 'REFUNDED' },
  });
  expect(await typesOf(session.id)).toEqual(['created', 'completed']);
});

test('money that arrives after the session expired is never dropped', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  await world.merchant('POST', `/checkout/sessions/${session.id}/expire`);
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'expired', paymentStatus: 'paid' });
  expect(await typesOf(session.id)).toEqual(['created', 'expired', 'async_payment_succeeded']);
});

test('an intent without a session, or of an unknown session, changes nothing', async () => {
  const session = await world.openSession();
  await world.confirm(session);
  const before = await world.readSession(session.id);
  world.siblings.move(session.id, { checkoutSessionId: null, status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
  world.siblings.move(session.id, { checkoutSessionId: 'cs_test_elsewhere' });
  await world.publish('payment_intent.canceled', session.id);
  expect(await world.readSession(session.id)).toEqual(before);
});

/** A session whose payment the provider has authorized, to be captured later. */
async function openAuthorized() {
  const session = await world.openSession({ captureMethod: 'manual' });
  expect(await world.confirm(session)).toMatchObject({
    body: {
      checkoutSession: { status: 'complete', paymentStatus: 'unpaid' },
      paymentIntent: { status: 'UNCAPTURED' },
    },
  });
  return session;
}
