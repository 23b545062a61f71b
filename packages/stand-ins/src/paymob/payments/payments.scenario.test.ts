import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { IntegrationSlot } from '../account.ts';
import { responseQuery } from '../hmac.ts';
import { goodCard, openShop, type Json, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

const setAddresses = (slot: IntegrationSlot) =>
  shop.query('PUT', `/api/ecommerce/integrations/${shop.paymob.account.integrations[slot]}`, {
    transaction_processed_callback: `${shop.merchant.url}/integration-notify`,
    transaction_response_callback: `${shop.merchant.url}/integration-return`,
  });

/** What the only callback so far says. */
const onlyCallback = async (): Promise<Json> => {
  await shop.paymob.idle();
  expect(shop.callbacks()).toHaveLength(1);
  return shop.callbacks()[0].obj;
};

test.each(['5123456789012346', '5123450000000008', '4111111111111111'])(
  'Paymob’s test card %s is approved, the merchant is notified and the buyer returns signed',
  async (number) => {
    const { body: intention } = await shop.intend('card', { special_reference: `order-${number}`, extras: { a: 1 } });
    const { location } = await shop.payAsBuyer(intention, 'card', { ...goodCard, number });
    const obj = await onlyCallback();
    expect(obj).toMatchObject({
      success: true,
      pending: false,
      is_auth: false,
      is_3d_secure: true,
      amount_cents: 10_000,
      currency: 'EGP',
      source_data: { type: 'card', pan: number.slice(-4), sub_type: number.startsWith('4') ? 'Visa' : 'MasterCard' },
      order: { id: intention.intention_order_id, merchant_order_id: `order-${number}`, paid_amount_cents: 10_000 },
      data: { klass: 'MigsPayment', txn_response_code: 'APPROVED', acq_response_code: '00' },
      payment_key_claims: { extra: { a: 1 }, next_payment_intention: intention.id },
      refunded_amount_cents: null,
      is_live: false,
    });
    expect(shop.merchant.received.map(({ path }) => path)).toEqual(['/notify']);
    const returned = new URL(location);
    expect(`${returned.origin}${returned.pathname}`).toBe(`${shop.merchant.url}/return`);
    const signing = { secret: shop.paymob.account.hmacSecret, nullText: 'None' as const };
    expect(Object.fromEntries(returned.searchParams)).toEqual({ kept: '1', ...responseQuery(obj, signing) });
  },
);

test.each([
  ['4000000000000002', 'DECLINED', '05'],
  ['4000000000009995', 'INSUFFICIENT_FUNDS', '51'],
  ['4000000000009979', 'BLOCKED', '43'],
  ['4000000000000069', 'EXPIRED_CARD', '54'],
  ['5555555555554444', 'DECLINED', '05'],
])('the card %s is declined with %s, and the buyer can try another card', async (number, code, acquirerCode) => {
  const { body: intention } = await shop.intend();
  const { location } = await shop.payAsBuyer(intention, 'card', { ...goodCard, number });
  expect(await onlyCallback()).toMatchObject({
    success: false,
    pending: false,
    error_occured: false,
    data: { txn_response_code: code, acq_response_code: acquirerCode },
  });
  expect(new URL(location).searchParams.get('success')).toBe('false');
  await shop.payAsBuyer(intention, 'card', goodCard);
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ obj }) => [obj.success, obj.order.id])).toEqual([
    [false, intention.intention_order_id],
    [true, intention.intention_order_id],
  ]);
});

test('a wrong security code and a date in the past are declined, an error of the gateway is marked', async () => {
  const codeOf = async (card: object): Promise<Json> => {
    await shop.payAsBuyer((await shop.intend()).body, 'card', { ...goodCard, ...card });
    await shop.paymob.idle();
    const { obj } = shop.callbacks().at(-1);
    return [obj.data.acq_response_code, obj.error_occured];
  };
  expect(await codeOf({ cvv: '999' })).toEqual(['82', false]);
  expect(await codeOf({ expiry: '02/26' })).toEqual(['54', false]);
  expect(await codeOf({ expiry: '03/26' })).toEqual(['00', false]);
  expect(await codeOf({ number: '4000000000000119' })).toEqual(['96', true]);
});

test('fields that cannot be a card make no payment', async () => {
  const { body: intention } = await shop.intend();
  for (const wrong of [
    { number: '4111111111111112' },
    { number: '' },
    { expiry: '13/39' },
    { cvv: '12' },
    { expiry: 'x' },
  ]) {
    const { status, page } = await shop.payAsBuyer(intention, 'card', { ...goodCard, ...wrong });
    expect([status, page.includes('aria-invalid')]).toEqual([400, true]);
  }
  expect(shop.paymob.records()).toEqual([]);
});

test('a challenge approves with the right password alone, and no one is notified before', async () => {
  const challenge = async (form: Record<string, string>) => {
    const { body: intention } = await shop.intend();
    const { location } = await shop.payAsBuyer(intention, 'card', { ...goodCard, number: '4000 0000 0000 3220' });
    expect((await shop.call('GET', location)).body).toContain('One-time password');
    const before = shop.merchant.received.length;
    await shop.paymob.idle();
    expect(shop.merchant.received).toHaveLength(before);
    const { location: back } = await shop.submit(location, form);
    await shop.paymob.idle();
    expect((await shop.submit(location, form)).status).toBe(410); // a step is completed once
    return [new URL(back).searchParams.get('success'), shop.callbacks().at(-1).obj.data.txn_response_code];
  };
  expect(await challenge({ otp: '123456' })).toEqual(['true', 'APPROVED']);
  expect(await challenge({ otp: '000000' })).toEqual(['false', 'AUTHENTICATION_FAILED']);
  expect(await challenge({ cancel: '1' })).toEqual(['false', 'AUTHENTICATION_FAILED']);
});

test('a pending card stays undecided without a callback until it is settled', async () => {
  const { body: intention } = await shop.intend();
  const { location } = await shop.payAsBuyer(intention, 'card', { ...goodCard, number: '4000000000000077' });
  expect((await shop.call('GET', location)).body).toContain('is being processed');
  await shop.paymob.idle();
  expect(shop.merchant.received).toEqual([]);
  const [record] = shop.paymob.records();
  shop.paymob.settle(record?.id ?? 0);
  expect(await onlyCallback()).toMatchObject({ id: record?.id, success: true, pending: false });
});

test('a wallet asks for PIN and password, and follows the intention’s addresses', async () => {
  const pay = async (phone: string, form: Record<string, string>) => {
    const { body: intention } = await shop.intend('wallet');
    const { location } = await shop.payAsBuyer(intention, 'wallet', { phone });
    const { location: back } = await shop.submit(location, form);
    await shop.paymob.idle();
    return [shop.callbacks().at(-1)?.obj.data.txn_response_code, new URL(back).pathname];
  };
  const right = { pin: '123456', otp: '123456' };
  expect(await pay('01010101010', right)).toEqual(['200', '/return']);
  expect(shop.callbacks().at(-1).obj.source_data).toMatchObject({
    type: 'wallet',
    sub_type: 'wallet',
    pan: '01010101010',
  });
  expect(await pay('01010101010', { ...right, pin: '1' })).toEqual(['6044', '/return']);
  expect(await pay('01010101010', { ...right, otp: '1' })).toEqual(['6044', '/return']);
  expect(await pay('01010101051', right)).toEqual(['6041', '/return']);
});

test('a kiosk’s bill stays pending until it is paid at an outlet; the intention’s own addresses are ignored', async () => {
  await setAddresses('kiosk');
  const { body: intention } = await shop.intend('kiosk');
  const { location } = await shop.payAsBuyer(intention, 'kiosk');
  const [record] = shop.paymob.records();
  expect((await shop.call('GET', location)).body).toContain(String(record?.id));
  expect((await shop.query('GET', `/api/acceptance/transactions/${record?.id}`)).body).toMatchObject({
    pending: true,
    success: false,
    source_data: { type: 'aggregator', sub_type: 'AGGREGATOR', pan: '' },
    data: { klass: 'CAGGPayment', txn_response_code: '05', message: 'Pending Payment', bill_reference: record?.id },
  });
  shop.clock.advance(3 * 24 * 60 * 60 * 1000);
  await shop.submit(location, { paid: '1' });
  expect((await shop.submit(location, { paid: '1' })).status).toBe(410); // a bill is paid once
  expect(await onlyCallback()).toMatchObject({ id: record?.id, success: true, pending: false });
  expect(shop.merchant.received[0]?.path).toBe('/integration-notify');
});

test.each([['valu'], ['sympl']] as const)('%s asks for a plan and uses the integration’s addresses', async (slot) => {
  await setAddresses(slot);
  const { body: intention } = await shop.intend(slot);
  const { location } = await shop.payAsBuyer(intention, 'instalments', { phone: '01010101010' });
  const { location: back } = await shop.submit(location, { otp: '123456', tenure: '6' });
  expect(new URL(back).pathname).toBe('/integration-return');
  expect(await onlyCallback()).toMatchObject({
    success: true,
    source_data: { type: slot, pan: null, sub_type: null, tenure: 6 },
    installment: { tenure: 6 },
  });
  expect(shop.merchant.received[0]?.path).toBe('/integration-notify');
});

test('a plan that is not offered is declined', async () => {
  await setAddresses('valu');
  const { location } = await shop.payAsBuyer((await shop.intend('valu')).body, 'instalments', { phone: '01010101010' });
  await shop.submit(location, { otp: '123456', tenure: '7' });
  expect(await onlyCallback()).toMatchObject({ success: false, pending: false });
});

test('without an address for its method nothing is sent, and the buyer sees the result here', async () => {
  const { location } = await shop.payAsBuyer((await shop.intend('valu')).body, 'instalments', { phone: '01010101010' });
  const { location: back } = await shop.submit(location, { otp: '123456', tenure: '3' });
  expect((await shop.call('GET', back)).body).toContain('Payment received');
  await shop.paymob.idle();
  expect([shop.merchant.received, shop.paymob.callbacks]).toEqual([[], []]);
});

test('a wallet of the phone approves at once', async () => {
  await shop.payAsBuyer((await shop.intend('applePay')).body, 'apple_pay');
  expect(await onlyCallback()).toMatchObject({ success: true, source_data: { type: 'card' } });
});

test('a paid or expired intention takes no payment, but a bill that was issued can still be paid', async () => {
  const { body: paid } = await shop.intend();
  shop.paymob.pay(paid.id);
  expect((await shop.payAsBuyer(paid, 'card', goodCard)).status).toBe(410);
  const { body: open } = await shop.intend('card', { expiration: 60 });
  const { body: billed } = await shop.intend('kiosk', { expiration: 60 });
  const { location } = await shop.payAsBuyer(billed, 'kiosk');
  shop.clock.advance(60_000);
  expect((await shop.payAsBuyer(open, 'card', goodCard)).status).toBe(410);
  await shop.submit(location, { paid: '1' });
  expect(shop.paymob.records().map(({ outcome }) => outcome)).toEqual(['approved', 'approved']);
});

test('a payment that is under way finishes after another one and after a change, at the amount it started with', async () => {
  const { body: intention } = await shop.intend();
  const challenged = { ...goodCard, number: '4000000000003220' };
  const [first, second] = [
    await shop.payAsBuyer(intention, 'card', challenged),
    await shop.payAsBuyer(intention, 'card', challenged),
  ];
  await shop.call('PUT', `/v1/intention/${intention.client_secret}`, {
    as: `Token ${shop.paymob.account.secretKey}`,
    body: { accept_order_id: intention.intention_order_id, amount: 500, expiration: 1 },
  });
  shop.clock.advance(5_000);
  for (const { location } of [first, second]) await shop.submit(location, { otp: '123456' });
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ obj }) => [obj.success, obj.amount_cents, obj.order.amount_cents])).toEqual([
    [true, 10_000, 500],
    [true, 10_000, 500],
  ]);
});

test('Google Pay approves where it is offered', async () => {
  await shop.close();
  shop = await openShop({ country: 'ksa' });
  await shop.payAsBuyer((await shop.intend('googlePay', { currency: 'SAR' })).body, 'google_pay');
  expect(await onlyCallback()).toMatchObject({ success: true, currency: 'SAR', source_data: { type: 'card' } });
});

test('a forged form finds nothing: another key, another secret, another integration, another type', async () => {
  const { body: intention } = await shop.intend();
  const { integrations } = shop.paymob.account;
  const forgeries: Record<string, string>[] = [
    { publicKey: shop.paymob.liveAccount.publicKey },
    { clientSecret: 'none' },
    { integration: String(integrations.wallet), type: 'wallet' },
    { type: 'kiosk' },
    { integration: 'x' },
  ];
  for (const wrong of forgeries)
    expect((await shop.payAsBuyer(intention, 'card', { ...goodCard, ...wrong })).status).toBe(404);
  expect(shop.paymob.records()).toEqual([]);
});

test('amounts of Oman have three decimals', async () => {
  await shop.close();
  shop = await openShop({ country: 'omn' });
  const { body: intention } = await shop.intend('card', { currency: 'OMR', amount: 10_500 });
  expect(intention.client_secret).toMatch(/^omn_csk_test_/);
  const query = new URLSearchParams({
    publicKey: shop.paymob.account.publicKey,
    clientSecret: intention.client_secret,
  });
  expect((await shop.call('GET', `/unifiedcheckout/?${query}`)).body).toContain('10.500');
  shop.paymob.pay(intention.id);
  expect(await onlyCallback()).toMatchObject({ amount_cents: 10_500, data: { migs_order: { amount: 10.5 } } });
});
