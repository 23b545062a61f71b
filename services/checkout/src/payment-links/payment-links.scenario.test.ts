import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { anyAmountBy } from '../configurations.test-support.ts';
import { linksOf, type Links } from './payment-links.test-support.ts';

let world: CheckoutWorld;
let links: Links;
beforeAll(async () => {
  world = await startCheckout();
  links = linksOf(world);
});
afterAll(() => world.stop());

test('a new link shows what it sells, has an address that cannot be guessed, and is published as it is read', async () => {
  const soap = world.siblings.addPrice({ unitAmount: 1_000 });
  const gift = world.siblings.addPrice({
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: 500, maximum: 5_000, preset: 700 },
  });
  const link = await links.create({
    lineItems: [
      { price: soap.price.id, quantity: 3, adjustableQuantity: { enabled: true, maximum: 9 } },
      { price: gift.price.id },
      { priceData: { currency: 'EGP', unitAmount: 250, productData: { name: 'Gift wrap' } } },
    ],
    submitType: 'BOOK',
    customFields: [{ key: 'size', label: 'Size', type: 'DROPDOWN', dropdownOptions: [{ label: 'S', value: 's' }] }],
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
    metadata: { campaign: 'ramadan' },
    maxCompletions: 10,
    phoneNumberCollection: true,
  });
  expect(link).toMatchObject({
    object: 'payment_link',
    active: true,
    expiresAt: null,
    currency: 'EGP',
    computedAmount: 3_950,
    submitType: 'BOOK',
    customerCreation: 'if_required',
    allowPromotionCodes: false,
    nameCollection: false,
    phoneNumberCollection: true,
    feeConfig: { feesPassThrough: false, vatCollectionEnabled: false },
    brandingSettings: {},
    metadata: { campaign: 'ramadan' },
    maxCompletions: 10,
    lineItems: [
      { quantity: 3, amountTotal: 3_000, product: { name: 'Olive oil soap' } },
      { amountTotal: 700 },
      { description: 'Gift wrap', amountTotal: 250 },
    ],
    customFields: [{ key: 'size', dropdownOptions: [{ label: 'S', value: 's' }] }],
  });
  expect(link.id).toMatch(/^plink_[0-9A-Za-z]{24}$/);
  expect(link.url).toMatch(/\/p\/[0-9A-Za-z]{20}$/);
  expect(link.lineItems.some((line) => 'availability' in line)).toBe(false);
  expect(await links.read(link.id)).toEqual(link);
  expect(await links.eventsOf(link.id)).toEqual([{ type: 'payment_link.created', version: 1, object: link }]);
});

test('prices of a link are marked as referenced, and the same key makes one link', async () => {
  const { price } = world.siblings.addPrice();
  const calls = world.siblings.received.length;
  const send = () =>
    world.merchant<{ id: string }>(
      'POST',
      '/payment-links',
      { lineItems: [{ price: price.id }] },
      { idempotencyKey: 'once' },
    );
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(world.siblings.received.slice(calls)).toEqual(['getCheckoutPrices']);
});

test('a link can be made for what is sold out today', async () => {
  expect((await links.create({ lineItems: [{ price: world.siblings.addPrice({}, {}, 0).price.id }] })).active).toBe(
    true,
  );
});

describe('what cannot be is refused', () => {
  beforeAll(() => {
    world.siblings.areUsed = false;
    world.siblings.reserved.length = 0;
  });

  const cases: [string, () => object, number, string, string?][] = [
    ['no lines', () => ({ lineItems: [] }), 400, 'parameter_invalid', 'lineItems'],
    ['lines left out', () => ({}), 400, 'parameter_invalid', 'lineItems'],
    ['a line without a price', () => ({ lineItems: [{}] }), 400, 'line_item_missing_price', 'lineItems[0].price'],
    [
      'an unknown price',
      () => ({ lineItems: [{ price: 'price_none' }] }),
      404,
      'resource_missing',
      'lineItems[0].price',
    ],
    [
      'two currencies',
      () => ({ lineItems: [{ price: soap() }, { price: world.siblings.addPrice({ currency: 'USD' }).price.id }] }),
      400,
      'parameter_invalid',
      'lineItems[1].price',
    ],
    ['no line items', () => ({}), 400, 'parameter_invalid', 'lineItems'],
    ['another currency than its lines', () => ({ currency: 'USD', ...one() }), 400, 'parameter_invalid', 'currency'],
    [
      'an end in the past',
      () => ({ expiresAt: '2020-01-01T00:00:00Z', ...one() }),
      400,
      'parameter_invalid',
      'expiresAt',
    ],
    ['no completion at all', () => ({ maxCompletions: 0, ...one() }), 400, 'parameter_invalid', 'maxCompletions'],
    [
      'VAT without a rate',
      () => ({ feeConfig: { vatCollectionEnabled: true }, ...one() }),
      400,
      'parameter_invalid',
      'feeConfig.vatCollectionRate',
    ],
    [
      'an archived price',
      () => ({ lineItems: [{ price: soap({ active: false }) }] }),
      400,
      'price_inactive',
      'lineItems[0].price',
    ],
    [
      'a recurring price',
      () => ({ lineItems: [{ price: soap({ type: 'RECURRING' }) }] }),
      400,
      'price_recurring_not_supported',
      'lineItems[0].price',
    ],
    ['a parameter that is none', () => ({ unknown: 1, ...one() }), 400, 'parameter_unknown', 'unknown'],
    [
      'a total that no method takes',
      () => ({ lineItems: [{ price: soap({ unitAmount: 5 }) }] }),
      400,
      'amount_invalid',
      'lineItems',
    ],
  ];
  test.each(cases)('%s', async (_name, body, status, code, param) => {
    const answer = await links.tryCreate(body());
    expect({ status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param }).toEqual({
      status,
      code,
      param,
    });
  });
  test('and leaves every price as changeable as it was', () => expect(world.siblings.reserved).toEqual([]));

  const soap = (price: object = {}) => world.siblings.addPrice(price).price.id;
  const one = () => ({ lineItems: [{ price: soap() }] });

  test('403 merchant_not_activated in live mode without a provider', async () => {
    const live = world.merchantClient('checkout', { merchantId: 'acct_live', livemode: true });
    expect(await live('POST', '/payment-links', one())).toMatchObject({
      status: 403,
      body: { error: { code: 'merchant_not_activated' } },
    });
  });

  test('a link of another account or mode is not there', async () => {
    const { id } = await links.create();
    const other = world.merchantClient('checkout', { merchantId: 'acct_other' });
    expect((await other('GET', `/payment-links/${id}`)).status).toBe(404);
    expect((await other('PATCH', `/payment-links/${id}`, { active: false })).status).toBe(404);
  });
});

describe('a payment method configuration that offers no method for a link is refused, for a new link and for a present one:', () => {
  const egpUpTo = (maxTransactionAmount: number) => ({
    currency: 'EGP' as const,
    minTransactionAmount: null,
    maxTransactionAmount,
  });
  const limitedCard = { ...anyAmountBy('card'), limits: [egpUpTo(20_000)] };

  test.each([
    ['no method for the currency', { currency: 'USD', unitAmount: 5_000 }, anyAmountBy('fawry'), 'parameter_invalid'],
    ['no method for the total', { currency: 'EGP', unitAmount: 30_000 }, limitedCard, 'amount_invalid'],
  ] as const)('%s', async (_which, price, method, code) => {
    const body = { lineItems: [{ price: world.siblings.addPrice(price).price.id }] };
    const configuration = { paymentMethodConfigurationId: world.siblings.addConfiguration([method]).id };
    const link = await links.create(body);
    for (const answer of [
      await links.tryCreate({ ...body, ...configuration }),
      await links.change(link.id, configuration),
      await links.change(link.id, { ...body, ...configuration }),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([400, code]);
    expect(await links.read(link.id)).toEqual(link);
  });

  test('no method for the total with VAT', async () => {
    const { price } = world.siblings.addPrice({ currency: 'EGP', unitAmount: 18_000 });
    const feeConfig = { vatCollectionEnabled: true, vatCollectionRate: 14 };
    const link = await links.create({ lineItems: [{ price: price.id }], feeConfig });
    const configuration = { paymentMethodConfigurationId: world.siblings.addConfiguration([limitedCard]).id };
    expect((await links.change(link.id, configuration)).body.error?.code).toBe('amount_invalid');
    await links.change(link.id, { feeConfig: { vatCollectionEnabled: false } });
    expect((await links.change(link.id, configuration)).status).toBe(200);
  });
});
