import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { billing, openShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

test('201 with the documented shape', async () => {
  const { status, body } = await shop.intend('card', { special_reference: 'order-1', extras: { note: 'x' } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^pi_test_[0-9a-f]{32}$/),
    client_secret: expect.stringMatching(/^egy_csk_test_[0-9a-f]{32}$/),
    intention_order_id: expect.any(Number),
    intention_detail: { amount: 10_000, currency: 'EGP', billing_data: billing },
    payment_methods: [
      { integration_id: shop.paymob.account.integrations.card, method_type: 'online', live: false, currency: 'EGP' },
    ],
    payment_keys: [
      { integration: shop.paymob.account.integrations.card, gateway_type: 'VPC', key: expect.any(String) },
    ],
    special_reference: 'order-1',
    extras: { creation_extras: { note: 'x', merchant_order_id: 'order-1' } },
    confirmed: false,
    status: 'intended',
    created: '2026-03-01T12:00:00.000000',
    object: 'paymentintention',
  });
});

test('a payment method can be named by the name of its integration', async () => {
  await shop.query('PUT', `/api/ecommerce/integrations/${shop.paymob.account.integrations.card}`, {
    integration_name: 'cards-of-the-shop',
  });
  const { status, body } = await shop.intend('card', { payment_methods: ['cards-of-the-shop'] });
  expect([status, body.payment_methods[0].name]).toEqual([201, 'cards-of-the-shop']);
});

const required = 'This field is required.';
const blank = 'This field may not be blank.';

test.each([
  ['no amount', { amount: undefined }, { amount: [required] }],
  ['an amount of 0', { amount: 0 }, { amount: [expect.stringContaining('greater than or equal to 1')] }],
  ['an amount with a fraction', { amount: 10.5 }, { amount: ['A valid integer is required.'] }],
  ['an amount as text', { amount: '10000' }, { amount: ['A valid integer is required.'] }],
  ['an amount beyond 32 bits', { amount: 2 ** 31 }, { amount: [expect.stringContaining('less than or equal to')] }],
  ['no currency', { currency: undefined }, { currency: [required] }],
  ['a currency that is not the integration’s', { currency: 'USD' }, { currency: [expect.stringContaining('EGP')] }],
  ['no payment methods', { payment_methods: [] }, { payment_methods: ['This list may not be empty.'] }],
  ['no billing data', { billing_data: undefined }, { billing_data: [required] }],
  [
    'billing data without a name',
    { billing_data: { ...billing, first_name: undefined } },
    { billing_data: { first_name: [required] } },
  ],
  ['a blank phone', { billing_data: { ...billing, phone_number: ' ' } }, { billing_data: { phone_number: [blank] } }],
  ['a blank city', { billing_data: { ...billing, city: '' } }, { billing_data: { city: [blank] } }],
  [
    'a long name',
    { billing_data: { ...billing, last_name: 'x'.repeat(51) } },
    { billing_data: { last_name: ['Ensure this field has no more than 50 characters.'] } },
  ],
  [
    'an email without a host',
    { billing_data: { ...billing, email: 'NA' } },
    { billing_data: { email: ['Enter a valid email address.'] } },
  ],
  ['an item without a name', { items: [{ amount: 10_000 }] }, { items: { name: [required] } }],
  ['an address that is none', { notification_url: 'shop' }, { notification_url: ['Enter a valid URL.'] }],
  ['an address of a file', { redirection_url: 'file:///etc/passwd' }, { redirection_url: ['Enter a valid URL.'] }],
  ['an expiration beyond 36 days', { expiration: 3_110_401 }, { expiration: [expect.stringContaining('3110400')] }],
  ['extras that are a list', { extras: [1] }, { extras: [expect.stringContaining('dictionary')] }],
  ['a saved card that is unknown', { card_tokens: ['none'] }, { card_tokens: ['A token does not exist.'] }],
  [
    'four saved cards',
    { card_tokens: ['a', 'b', 'c', 'd'] },
    { card_tokens: ['Ensure this field has no more than 3 elements.'] },
  ],
])('400 by field for %s', async (_, changes, body) => {
  const answer = await shop.intend('card', changes);
  expect([answer.status, answer.body]).toEqual([400, body]);
});

test('406 unmatched_item_prices when the items do not make up the amount', async () => {
  const item = { name: 'Tea', amount: 5_000, quantity: 1 };
  expect((await shop.intend('card', { items: [item, item] })).status).toBe(201);
  const { status, body } = await shop.intend('card', { items: [item] });
  expect([status, body.code]).toEqual([406, 'unmatched_item_prices']);
  const [pieces, line] = [
    { ...item, quantity: 2 },
    { ...item, amount: 10_000, quantity: 2 },
  ];
  for (const only of [pieces, line])
    // neither reading of an item's amount may be relied on
    expect((await shop.intend('card', { items: [only] })).status).toBe(406);
});

test('404 for an integration that is unknown or of the other mode', async () => {
  const { integrations } = shop.paymob.liveAccount;
  for (const method of [integrations.card, 1, 'nothing', '12', null, {}]) {
    const { status, body } = await shop.intend('card', { payment_methods: [method] });
    expect([status, body]).toEqual([404, { detail: 'Integration ID/Name does not exist in our system.' }]);
  }
});

test('a live key makes live intentions with live integrations', async () => {
  const { secretKey, integrations } = shop.paymob.liveAccount;
  const { status, body } = await shop.call('POST', '/v1/intention/', {
    as: `Token ${secretKey}`,
    body: { amount: 1, currency: 'EGP', payment_methods: [integrations.card], billing_data: billing },
  });
  expect([status, body.id]).toEqual([201, expect.stringMatching(/^pi_live_/)]);
});

test('400 for a reference that was used before', async () => {
  await shop.intend('card', { special_reference: 'order-1' });
  const { status, body } = await shop.intend('card', { special_reference: 'order-1' });
  expect([status, body]).toEqual([400, { special_reference: [expect.any(String)] }]);
});

test('401 unless the secret key comes under the scheme Token', async () => {
  const { secretKey, publicKey } = shop.paymob.account;
  const schemes = [undefined, `Bearer ${secretKey}`, secretKey, 'Token', `Token ${publicKey}`, `Token ${secretKey}x`];
  for (const as of schemes) {
    const { status, body } = await shop.call('POST', '/v1/intention/', { body: {}, ...(as && { as }) });
    expect([status, body]).toEqual([401, { detail: expect.any(String) }]);
  }
});

test('an update changes what it names, and payment keys of before no longer pay', async () => {
  const { body: before } = await shop.intend('kiosk', { special_reference: 'order-1' });
  const { status, body } = await shop.call('PUT', `/v1/intention/${before.client_secret}`, {
    as: `Token ${shop.paymob.account.secretKey}`,
    body: { accept_order_id: before.intention_order_id, amount: 20_000 },
  });
  expect([status, body.intention_detail.amount, body.special_reference]).toEqual([200, 20_000, 'order-1']);
  const pay = (key: string) =>
    shop.call('POST', '/api/acceptance/payments/pay', {
      body: { source: { identifier: 'AGGREGATOR', subtype: 'AGGREGATOR' }, payment_token: key },
    });
  expect((await pay(before.payment_keys[0].key)).status).toBe(401);
  expect((await pay(body.payment_keys[0].key)).body).toMatchObject({ amount_cents: 20_000, pending: true });
});

test.each([
  ['another order', () => ({ accept_order_id: 1 }), 400],
  ['no order', () => ({ amount: 5 }), 400],
  ['an amount of 0', (orderId: number) => ({ accept_order_id: orderId, amount: 0 }), 400],
  [
    'items that do not match',
    (orderId: number) => ({ accept_order_id: orderId, items: [{ name: 'Tea', amount: 1 }] }),
    406,
  ],
  ['an unknown integration', (orderId: number) => ({ accept_order_id: orderId, payment_methods: [1] }), 404],
])('an update is refused with %s', async (_, bodyFor, status) => {
  const { body: intention } = await shop.intend();
  const answer = await shop.call('PUT', `/v1/intention/${intention.client_secret}`, {
    as: `Token ${shop.paymob.account.secretKey}`,
    body: bodyFor(intention.intention_order_id),
  });
  expect(answer.status).toBe(status);
});

test('a paid intention cannot be changed, and another account’s is not found', async () => {
  const { body: intention } = await shop.intend();
  shop.paymob.pay(intention.id);
  const update = (secret: string) =>
    shop.call('PUT', `/v1/intention/${secret}`, {
      as: `Token ${shop.paymob.account.secretKey}`,
      body: { accept_order_id: intention.intention_order_id, amount: 1 },
    });
  expect((await update(intention.client_secret)).status).toBe(400);
  expect((await update('egy_csk_test_none')).status).toBe(404);
});

test('the element of an intention shows no key, no address and no extras', async () => {
  const { body: intention } = await shop.intend('card', { extras: { secret: 'x' } });
  const path = `/v1/intention/element/${shop.paymob.account.publicKey}/${intention.client_secret}/`;
  const { status, body } = await shop.call('GET', path);
  expect([status, body.intention_detail.amount]).toEqual([200, 10_000]);
  expect(Object.keys(body).filter((name) => /key|url|extras|secret/.test(name))).toEqual([]);
  expect((await shop.call('GET', path.replace('_pk_test_', '_pk_live_'))).status).toBe(404);
});
