import { liveMethod } from '../siblings.test-support.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asInEvents } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

const create = (body: object, idempotencyKey?: string) =>
  world.merchant('POST', '/checkout/sessions', body, idempotencyKey ? { idempotencyKey } : {});

test('a session shows what is bought, what it costs and where it is paid, and its event shows the same', async () => {
  const soap = world.siblings.addPrice({ unitAmount: 12_500 });
  const tea = world.siblings.addPrice({ unitAmount: 8_950 }, { name: 'Tea' });
  const session = await world.openSession({
    lineItems: [{ price: soap.price.id, quantity: 2 }, { priceId: tea.price.id }],
    metadata: { order: 7 },
  });
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    paymentStatus: 'unpaid',
    currency: 'EGP',
    amountSubtotal: 33_950,
    amountTotal: 33_950,
    totalDetails: { amountDiscount: 0, amountTax: 0 },
    paymentIntent: null,
    isExpired: false,
    metadata: { order: 7 },
    merchantName: 'Nile Soap House',
    lineItems: [
      {
        quantity: 2,
        amountSubtotal: 25_000,
        amountTotal: 25_000,
        description: 'Olive oil soap',
        availability: 'available',
      },
      { quantity: 1, amountSubtotal: 8_950, amountTotal: 8_950, description: 'Tea' },
    ],
  });
  expect(session.id).toMatch(/^cs_test_\w{24}$/);
  expect(session.url).toMatch(new RegExp(`/c/${session.id}#${session.clientSecret}$`));
  expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(24 * 3_600_000);
  expect(await world.readSession(session.id)).toEqual(session);
  const [event, ...others] = await world.eventsOf(session.id);
  expect(others).toEqual([]);
  expect(event).toEqual({ type: 'checkout.session.created', version: 1, object: asInEvents(session) });
});

test('a field that clients take for another one is refused, and what was read from a session is ignored', async () => {
  const { id } = await world.openSession();
  const { url, expiresAt } = await world.readSession(id);
  const customer = { object: 'customer', id: 'cus_1' };
  const lineItems = [{ price: world.siblings.addPrice({ unitAmount: 900 }).price.id }];
  for (const [sent, message] of [
    [{ customer: 'cus_1' }, 'customer is not a parameter of this request. Did you mean customerId?'],
    [{ expiresAt }, 'expiresAt is not a parameter of this request. Did you mean expiresAfterMinutes?'],
  ] as const)
    expect(await create({ lineItems, ...sent })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_unknown', message } },
    });
  for (const read of [{ id, expiresAt }, { url, expiresAt, customer }, { customer: null }])
    expect((await create({ lineItems, ...read })).status).toBe(201);
});

test('prices that a line brings with it are created and sold', async () => {
  const session = await world.openSession({
    lineItems: [
      { priceData: { currency: 'EGP', unitAmount: 900, productData: { name: 'Gift wrapping' } }, quantity: 3 },
    ],
  });
  expect(session).toMatchObject({ amountTotal: 2_700, lineItems: [{ description: 'Gift wrapping', quantity: 3 }] });
});

test('an amount that the buyer chooses starts with the preset, one piece only', async () => {
  const custom = {
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: 500, maximum: null, preset: 5_000 },
  } as const;
  const { price } = world.siblings.addPrice(custom);
  expect(await world.openSession({ lineItems: [{ price: price.id, quantity: 4 }] })).toMatchObject({
    amountTotal: 5_000,
    lineItems: [{ quantity: 1, amountSubtotal: 5_000 }],
  });
});

test('a free cart is fine', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 0 });
  expect(await world.openSession({ lineItems: [{ price: price.id }] })).toMatchObject({
    amountTotal: 0,
    status: 'open',
  });
});

test('colours that are hard to read are accepted with a warning', async () => {
  const session = await world.openSession({
    brandingSettings: { colors: { foreground: '#777777', background: '#888888' } },
  });
  expect(session.brandingSettings.colors).toEqual({ foreground: '#777777', background: '#888888' });
  expect(session.brandingSettings.warnings).toEqual([
    expect.stringContaining('colors.foreground on colors.background'),
  ]);
});

test('live mode without a provider is 403 merchant_not_activated, and with one accepts https addresses only', async () => {
  const live = world.merchantClient('checkout', { merchantId: 'acct_live', livemode: true });
  const lineItems = [{ price: world.siblings.addPrice().price.id }];
  const refused = await live('POST', '/checkout/sessions', { lineItems });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'merchant_not_activated' } } });

  world.siblings.account.livePaymentsEnabled = true;
  world.siblings.liveMethods = [liveMethod('card')];
  const other = world.merchantClient('checkout', { merchantId: 'acct_live2', livemode: true });
  const local = await other('POST', '/checkout/sessions', { lineItems, cancelUrl: 'http://localhost:3000/cart' });
  expect(local).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid', param: 'cancelUrl' } } });
  const good = await other<{ id: string }>('POST', '/checkout/sessions', { lineItems });
  expect(good.status).toBe(201);
  expect(good.body.id).toMatch(/^cs_live_/);
  world.siblings.account.livePaymentsEnabled = false;
});

test('twenty equal requests with one Idempotency-Key make one session', async () => {
  const body = { lineItems: [{ price: world.siblings.addPrice().price.id }], metadata: { only: 'one' } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, 'only-one')));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const { rows } = await world
    .db('checkout')
    .query(`select 1 from checkout_sessions where settings -> 'metadata' ->> 'only' = 'one'`);
  expect(rows).toHaveLength(1);
});

test('a request under the key of another one leaves nothing behind, neither a product nor the use of a configuration', async () => {
  const called: string[] = [];
  await create({ lineItems: [{ price: world.siblings.addPrice().price.id }] }, 'used');
  world.siblings.before = (name) => void called.push(name);
  const inUse = { status: 400, body: { error: { code: 'idempotency_key_in_use' } } };
  const priceData = { currency: 'EGP', unitAmount: 5_000, productData: { name: 'Made for this' } };
  expect(await create({ lineItems: [{ priceData }] }, 'used')).toMatchObject(inUse);
  const lineItems = [{ price: world.siblings.addPrice().price.id }];
  const named = { lineItems, paymentMethodConfigurationId: `pmc_${'1'.repeat(24)}` };
  expect(await create(named, 'used')).toMatchObject(inUse);
  expect(called).toEqual([]);
  world.siblings.before = () => {};
});

test('line items that would make an event too large are left out of it, and the event is marked', async () => {
  const description = 'x'.repeat(4_900);
  const prices = Array.from({ length: 100 }, () => world.siblings.addPrice({}, { description }));
  const session = await world.openSession({ lineItems: prices.map(({ price }) => ({ price: price.id })) });
  expect(session.lineItems).toHaveLength(100);
  const [event] = await world.eventsOf(session.id);
  expect(event?.object.truncated).toEqual(['lineItems']);
  expect(JSON.stringify(event?.object).length).toBeLessThanOrEqual(64 * 1024);
});
