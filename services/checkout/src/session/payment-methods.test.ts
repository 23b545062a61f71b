import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Currency, HostedCheckout, PaymentMethodType } from '@mizan/contracts';
import type { AnyBody, Api } from '@mizan/testing';
import { asInEvents } from '@mizan/testing';
import { card, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { anyAmountBy } from '../configurations.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

const limited = (type: PaymentMethodType, min: number | null, max: number | null, currency: Currency = 'EGP') => ({
  ...anyAmountBy(type),
  limits: [{ currency, minTransactionAmount: min, maxTransactionAmount: max }],
});
const boundsOf = ({ paymentMethodTypes }: { paymentMethodTypes: { type: string }[] }) =>
  (paymentMethodTypes as { type: string; minTransactionAmount: number; maxTransactionAmount: number }[]).map(
    ({ type, minTransactionAmount, maxTransactionAmount }) => [type, minTransactionAmount, maxTransactionAmount],
  );
const kiosk = () =>
  world.siblings.addConfiguration([
    limited('fawry', 5_000, 20_000),
    { ...anyAmountBy('valu'), enabled: false },
    anyAmountBy('tabby'), // nobody pays Egyptian pounds with it
    limited('card', 20_000, null),
    limited('aman', 1_000, 2_000, 'USD'),
  ]);

test('a session offers what its configuration enables, in its order and within its limits, and shows its id', async () => {
  const { id } = kiosk();
  const session = await world.openSession({ paymentMethodConfigurationId: id });
  expect(session.paymentMethodConfigurationId).toBe(id);
  expect(boundsOf(session)).toEqual([
    ['fawry', 5_000, 20_000],
    ['card', 20_000, 100_000_000],
    ['aman', 100, 100_000_000],
  ]);
  expect(await world.readSession(session.id)).toEqual(session);
  expect((await world.eventsOf(session.id))[0]?.object).toEqual(asInEvents(session));
});

test('the configuration records who uses it, and until when', async () => {
  const { id } = kiosk();
  const session = await world.openSession({ paymentMethodConfigurationId: id, expiresAfterMinutes: 30 });
  const use = world.siblings.uses.at(-1);
  expect(use).toMatchObject({ configurationId: id, usedBy: { id: session.id } });
  expect(use?.usedBy.until).toBe(session.expiresAt);
});

/** As a merchant whose default configuration takes cards only, within limits. */
async function asMerchantOfCards<T>(merchantId: string, act: (merchant: Api) => Promise<T>): Promise<T> {
  const before = world.siblings.configurations.get('pmc_default');
  world.siblings.configurations.set('pmc_default', { ...before!, paymentMethodTypes: [limited('card', 200, 90_000)] });
  try {
    return await act(world.merchantClient('checkout', { merchantId }));
  } finally {
    world.siblings.configurations.set('pmc_default', before!);
  }
}

test('without one the default configuration of the merchant applies', async () => {
  const { paymentMethodTypes } = await world.openSession();
  expect(boundsOf({ paymentMethodTypes }).every(([, min, max]) => min === 100 && max === 100_000_000)).toBe(true);
  const { body: session } = await asMerchantOfCards('acct_cards', (merchant) =>
    merchant<CheckoutSession>('POST', '/checkout/sessions', { lineItems: line() }),
  );
  expect([session.paymentMethodConfigurationId, ...boundsOf(session)]).toEqual(['pmc_default', ['card', 200, 90_000]]);
  expect(boundsOf(await world.openSession())).toEqual(boundsOf({ paymentMethodTypes }));
});

test('the default configuration is fetched once for several sessions, one that a session names each time', async () => {
  const merchant = world.merchantClient('checkout', { merchantId: 'acct_repeated' });
  const { id } = kiosk();
  world.siblings.received.length = 0;
  for (const named of [{}, {}, { paymentMethodConfigurationId: id }, {}, { paymentMethodConfigurationId: id }])
    expect((await merchant('POST', '/checkout/sessions', { lineItems: line(), ...named })).status).toBe(201);
  const fetched = world.siblings.received.filter((name) => name === 'getPaymentMethodConfiguration');
  expect(fetched).toHaveLength(3);
});

test('an open session keeps offering what it was created with', async () => {
  const configuration = kiosk();
  const session = await world.openSession({ paymentMethodConfigurationId: configuration.id });
  world.siblings.configurations.set(configuration.id, {
    ...configuration,
    paymentMethodTypes: [anyAmountBy('instapay')],
  });
  expect(await world.readSession(session.id)).toEqual(session);
});

test('another configuration can be named later: its methods are offered from then on, and it records the use', async () => {
  const [first, second] = [kiosk(), world.siblings.addConfiguration([limited('card', 500, null), anyAmountBy('valu')])];
  const session = await world.openSession({ paymentMethodConfigurationId: first.id });
  const change = (body: object) =>
    world.merchant<CheckoutSession & AnyBody>('PATCH', `/checkout/sessions/${session.id}`, body);
  const { body } = await change({ paymentMethodConfigurationId: second.id });
  expect([body.paymentMethodConfigurationId, ...boundsOf(body)]).toEqual([
    second.id,
    ['card', 500, 100_000_000],
    ['valu', 100, 100_000_000],
  ]);
  expect(world.siblings.uses.at(-1)).toEqual({
    configurationId: second.id,
    usedBy: { id: session.id, until: session.expiresAt },
  });
  expect((await change(body)).body).toEqual(body);
  expect((await change({ paymentMethodConfigurationId: 'pmc_none' })).status).toBe(404);
  const tooMuch = world.siblings.addConfiguration([limited('card', 12_501, null)]);
  expect((await change({ paymentMethodConfigurationId: tooMuch.id })).body.error?.code).toBe('amount_invalid');
  expect(await world.readSession(session.id)).toEqual(body);
});

const refusalOf = async (id: string, total: number) => {
  const body = { lineItems: line(total), paymentMethodConfigurationId: id };
  return (await world.merchant('POST', '/checkout/sessions', body)).body.error?.message;
};

test('a total between the limits of the methods, or below all of them, is refused with the limits of each', async () => {
  const { id } = world.siblings.addConfiguration([limited('card', 200, 20_000), limited('valu', 50_000, null)]);
  for (const total of [30_000, 199])
    expect(await refusalOf(id, total)).toBe(
      `The total of ${total} in the smallest unit of EGP is outside the limits of every payment method: card 200 to 20000, valu 50000 to 100000000.`,
    );
});

test('a total below all methods is refused with the limits of all together, where these leave none out between them', async () => {
  const { id } = world.siblings.addConfiguration([limited('valu', 20_001, null), limited('card', 200, 20_000)]);
  expect(await refusalOf(id, 199)).toBe(
    'The total of 199 in the smallest unit of EGP is below the minimum of every payment method. Payments in EGP must be from 200 to 100000000.',
  );
});

test('a change of fees and lines together is judged by the total after both', async () => {
  const { id } = world.siblings.addConfiguration([limited('card', 200, 20_000)]);
  const [price] = line(10_000);
  const session = await world.openSession({ lineItems: [{ ...price, quantity: 2 }], paymentMethodConfigurationId: id });
  const feeConfig = { vatCollectionEnabled: true, vatCollectionRate: 14 };
  const change = (body: object) => world.merchant<AnyBody>('PATCH', `/checkout/sessions/${session.id}`, body);
  expect(await change({ feeConfig })).toMatchObject({ status: 400, body: { error: { param: 'feeConfig' } } });
  const lineItems = [{ id: session.lineItems[0]?.id, quantity: 1 }];
  expect(await change({ feeConfig, lineItems })).toMatchObject({ status: 200, body: { amountTotal: 11_400 } });
});

test('a payment link shows what the default configuration enables', async () => {
  const { body } = await asMerchantOfCards('acct_links', async (merchant) => {
    const link = await merchant<{ id: string }>('POST', '/payment-links', { lineItems: line() });
    return world.buyerClient('checkout')<HostedCheckout>('GET', `/client/checkout/${link.body.id}`);
  });
  expect(boundsOf(body)).toEqual([['card', 200, 90_000]]);
});

const line = (unitAmount = 12_500, currency: Currency = 'EGP') => [
  { price: world.siblings.addPrice({ unitAmount, currency }).price.id },
];
const refusals: [string, () => object, number, string, string][] = [
  [
    'a foreign configuration',
    () => ({ paymentMethodConfigurationId: 'pmc_none' }),
    404,
    'resource_missing',
    'paymentMethodConfigurationId',
  ],
  [
    'a type that it does not enable',
    () => ({ paymentMethodTypes: ['card', 'valu'] }),
    400,
    'parameter_invalid',
    'paymentMethodTypes[1]',
  ],
  [
    'a currency for which it enables nothing',
    () => ({
      lineItems: line(12_500, 'USD'),
      paymentMethodConfigurationId: world.siblings.addConfiguration([anyAmountBy('fawry')]).id,
    }),
    400,
    'parameter_invalid',
    'paymentMethodConfigurationId',
  ],
  [
    'a total that it takes by no method',
    () => ({
      lineItems: line(4_999),
      paymentMethodConfigurationId: world.siblings.addConfiguration([limited('fawry', 5_000, 20_000)]).id,
    }),
    400,
    'amount_invalid',
    'lineItems',
  ],
  [
    'a total that no method which can wait for its capture takes',
    () => ({ captureMethod: 'manual' }),
    400,
    'amount_invalid',
    'lineItems',
  ],
];
test.each(refusals)('%s is refused', async (_what, body, status, code, param) => {
  const answer = await world.merchant('POST', '/checkout/sessions', {
    lineItems: line(),
    paymentMethodConfigurationId: kiosk().id,
    ...body(),
  });
  expect(answer).toMatchObject({ status, body: { error: { code, param } } });
});

test('a later capture is refused when no method that supports it accepts the total, and the session does not change', async () => {
  const session = await world.openSession({ paymentMethodConfigurationId: kiosk().id });
  const answer = await world.merchant('PATCH', `/checkout/sessions/${session.id}`, { captureMethod: 'manual' });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'amount_invalid', param: 'captureMethod' } } });
  expect(await world.readSession(session.id)).toEqual(session);
});

test('the buyer cannot pay with a method that is not enabled or does not accept the total, and does not see the configuration', async () => {
  const session = await world.openSession({ paymentMethodConfigurationId: kiosk().id });
  const errorOf = async (paymentMethod: object) => (await world.confirm(session, { paymentMethod })).body.error;
  expect(await errorOf({ type: 'valu' })).toMatchObject({ code: 'payment_method_mismatch' });
  expect(await errorOf(card())).toMatchObject({ code: 'amount_invalid', param: 'paymentMethod.type' });
  expect((await world.view(session)).body).not.toHaveProperty('paymentMethodConfigurationId');
});

test('payments receives which methods may pay, for a saved one whose type only it knows', async () => {
  let types: unknown;
  world.siblings.before = (name, request) => {
    if (name === 'confirmPayment') types = (request as { paymentMethodTypes: unknown }).paymentMethodTypes;
  };
  const session = await world.openSession({
    paymentMethodConfigurationId: kiosk().id,
    customerDetails: { name: 'Mona Adel', email: 'mona@example.com', phone: '+201000000001' },
  });
  await world.confirm(session, { paymentMethod: { id: 'pm_test_card_succeed' } });
  expect(types).toEqual(['fawry', 'aman']); // 125.00 EGP is too little for this configuration's cards
});
