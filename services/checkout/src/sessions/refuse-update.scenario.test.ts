import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Patched = CheckoutSession & { error?: { code: string; param?: string } };
const change = (id: string, body: unknown) => world.merchant<Patched>('PATCH', `/checkout/sessions/${id}`, body);
const refusalOf = async (id: string, body: unknown) => {
  const answer = await change(id, body);
  return { status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param };
};

describe('what stays for life is refused under its name', () => {
  test.each<[string, unknown]>([
    ['mode', 'subscription'],
    ['uiMode', 'embedded'],
    ['submitType', 'DONATE'],
    ['currency', 'USD'],
    ['expiresAfterMinutes', 60],
    ['paymentMethodTypes', [{ type: 'card' }]],
    ['status', 'expired'],
    ['expiresAt', '2099-01-01T00:00:00.000Z'],
    ['paymentLinkId', 'plink_other'],
    ['recoveredFrom', 'cs_test_other'],
  ])('%s', async (param, value) => {
    const session = await world.openSession();
    expect(await refusalOf(session.id, { [param]: value })).toEqual({ status: 400, code: 'parameter_invalid', param });
    expect(
      await change(session.id, { mode: 'payment', uiMode: 'hosted', submitType: 'PAY', currency: 'EGP' }),
    ).toMatchObject({ status: 200 });
  });
});

describe('what cannot be is refused and changes nothing', () => {
  const cases: [string, () => object | Promise<object>, number, string, string?][] = [
    ['no line at all', () => ({ lineItems: [] }), 400, 'parameter_invalid', 'lineItems'],
    [
      'a line without price or id',
      () => ({ lineItems: [{ quantity: 2 }] }),
      400,
      'line_item_missing_price',
      'lineItems[0].price',
    ],
    [
      'a line that is not there',
      () => ({ lineItems: [{ id: 'li_none' }] }),
      404,
      'resource_missing',
      'lineItems[0].id',
    ],
    [
      'an unknown price',
      () => ({ lineItems: [{ price: 'price_none' }] }),
      404,
      'resource_missing',
      'lineItems[0].price',
    ],
    ['an unknown customer', () => ({ customerId: 'cus_none' }), 404, 'resource_missing', 'customerId'],
    [
      'another currency',
      () => ({ lineItems: [{ price: world.siblings.addPrice({ currency: 'USD' }).price.id }] }),
      400,
      'parameter_invalid',
      'lineItems[0].price',
    ],
    [
      'more than there are',
      () => ({ lineItems: [{ price: world.siblings.addPrice({}, {}, 1).price.id, quantity: 2 }] }),
      409,
      'price_sold_out',
      'lineItems[0].quantity',
    ],
    [
      'a total below every method’s minimum',
      () => ({ lineItems: [{ price: world.siblings.addPrice({ unitAmount: 3 }).price.id }] }),
      400,
      'amount_invalid',
      'lineItems',
    ],
    [
      'an http address in the user’s name',
      () => ({ cancelUrl: 'https://a:b@shop.example' }),
      400,
      'parameter_invalid',
      'cancelUrl',
    ],
    ['too much metadata together', () => ({ metadata: keys(50, 'x') }), 400, 'parameter_invalid', 'metadata'],
    [
      'a foreign payment method configuration',
      () => ({ paymentMethodConfigurationId: 'pmc_1' }),
      404,
      'resource_missing',
      'paymentMethodConfigurationId',
    ],
    [
      'a capture that no method of the session can wait for',
      () => ({ captureMethod: 'manual', paymentMethodTypes: ['fawry'] }),
      400,
      'parameter_invalid',
      'captureMethod',
    ],
    ['a parameter that is none', () => ({ unknown: 1 }), 400, 'parameter_unknown', 'unknown'],
    [
      'a way to pay that the account lacks',
      () => ({ paymentMethodTypes: ['tabby'] }),
      400,
      'parameter_invalid',
      'paymentMethodTypes[0]',
    ],
  ];
  test.each(cases)('%s', async (_name, body, status, code, param) => {
    const session = await world.openSession({ metadata: keys(1, 'y') });
    const before = await world.readSession(session.id);
    expect(await refusalOf(session.id, await body())).toEqual({ status, code, param });
    expect(await world.readSession(session.id)).toEqual(before);
  });

  test('details beside a chosen customer', async () => {
    world.siblings.customers.set('cus_mona', {
      id: 'cus_mona',
      type: 'registered',
      email: 'm@example.com',
      metadata: {},
    });
    const session = await world.openSession();
    const chosen = await change(session.id, { customerId: 'cus_mona' });
    expect(chosen.body).toMatchObject({ customerId: 'cus_mona', customer: { email: 'm@example.com' } });
    expect(await refusalOf(session.id, { customerDetails: { name: 'M' } })).toMatchObject({ param: 'customerDetails' });
    const freed = await change(session.id, { customerId: null, customerDetails: { name: 'M' } });
    expect(freed.body).toMatchObject({ customerDetails: { name: 'M' } });
    expect(freed.body).not.toHaveProperty('customerId');
  });

  test('a session of another account or mode', async () => {
    const session = await world.openSession();
    const other = world.merchantClient('checkout', { merchantId: 'acct_other' });
    expect(await other('PATCH', `/checkout/sessions/${session.id}`, {})).toMatchObject({ status: 404 });
  });
});

const keys = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));
