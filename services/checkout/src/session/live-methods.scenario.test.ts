import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, PaymentLink } from '@mizan/contracts';
import { newId, Problem } from '@mizan/service-kit';
import { eventually, type AnyBody } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { liveMethod } from '../siblings.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
  world.siblings.account.livePaymentsEnabled = true;
});
afterAll(() => world.stop());

/** Of an account of its own for each test: what live mode can take is cached per account. */
let live: ReturnType<CheckoutWorld['merchantClient']>;
beforeEach(() => {
  live = world.merchantClient('checkout', { merchantId: newId('acct'), livemode: true });
  world.siblings.before = () => {};
  world.siblings.liveMethods = [liveMethod('card'), liveMethod('fawry', { maxAmount: 20_000 })];
});

const order = (unitAmount = 12_500, more: object = {}) => ({
  lineItems: [{ price: world.siblings.addPrice({ unitAmount }).price.id }],
  ...more,
});
const create = (body: object) => live<CheckoutSession & AnyBody>('POST', '/checkout/sessions', body);
const typesOf = ({ paymentMethodTypes }: Pick<CheckoutSession, 'paymentMethodTypes'>) =>
  paymentMethodTypes.map(({ type }) => type);

describe('a live session', () => {
  test('offers exactly the methods that can be taken in its currency for its amount, as live mode takes them', async () => {
    world.siblings.liveMethods = [
      liveMethod('card', { supportsRefund: false, supportsPartialCapture: false, minAmount: 500 }),
      liveMethod('fawry', { maxAmount: 10_000 }),
      liveMethod('aman', { currency: 'USD' }),
    ];
    const { status, body } = await create(order());
    expect([status, body.paymentMethodTypes.length]).toEqual([201, 1]);
    expect(body.paymentMethodTypes).toMatchObject([
      { type: 'card', minTransactionAmount: 500, supportsRefund: false, supportsPartialCapture: false },
    ]);
    const read = await live<CheckoutSession>('GET', `/checkout/sessions/${body.id}`);
    expect(read.body.paymentMethodTypes).toEqual(body.paymentMethodTypes);
  });

  test.each(['/checkout/sessions', '/payment-links'])(
    'POST %s is 403 merchant_not_activated where no method can be taken in the currency',
    async (path) => {
      world.siblings.liveMethods = [liveMethod('card', { currency: 'USD' })];
      const lineItems = [{ priceId: world.siblings.addPrice().price.id, price: world.siblings.addPrice().price.id }];
      const [{ priceId, price }] = lineItems as [{ priceId: string; price: string }];
      const body = { lineItems: [path === '/payment-links' ? { priceId } : { price }] };
      expect(await live('POST', path, body)).toMatchObject({
        status: 403,
        body: { error: { code: 'merchant_not_activated' } },
      });
    },
  );

  test('is 400 amount_invalid where methods exist, but none for this amount', async () => {
    world.siblings.liveMethods = [liveMethod('card', { maxAmount: 12_000 })];
    expect(await create(order())).toMatchObject({ status: 400, body: { error: { code: 'amount_invalid' } } });
  });

  test('is 400 parameter_invalid where only methods that were not requested can be taken', async () => {
    expect(await create(order(12_500, { paymentMethodTypes: ['aman'] }))).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_invalid', param: 'paymentMethodTypes' } },
    });
  });

  test('that is free needs no method', async () => {
    world.siblings.liveMethods = [];
    expect(await create(order(0))).toMatchObject({ status: 201, body: { paymentMethodTypes: [] } });
  });

  test('offers what can be taken for the new amount after each change of it', async () => {
    const { body: session } = await create(order(12_500));
    expect(typesOf(session).sort()).toEqual(['card', 'fawry']);
    const path = `/checkout/sessions/${session.id}`;
    const [line] = session.lineItems;
    const two = await live<CheckoutSession>('PATCH', path, { lineItems: [{ id: line?.id, quantity: 2 }] });
    expect(typesOf(two.body)).toEqual(['card']);
    const one = await live<CheckoutSession>('PATCH', path, { lineItems: [{ id: line?.id, quantity: 1 }] });
    expect(typesOf(one.body).sort()).toEqual(['card', 'fawry']);
    expect(typesOf((await live<CheckoutSession>('GET', path)).body).sort()).toEqual(['card', 'fawry']);
  });

  test('is refused with 5xx while payments does not answer, never created with methods that may not work', async () => {
    world.siblings.before = (name) => {
      if (name === 'getLiveMethods') throw new Problem('internal_error', 'Payments is down.', { status: 503 });
    };
    expect((await create(order())).status).toBeGreaterThanOrEqual(500);
  });
});

describe('a method that has gone', () => {
  test('is not shown to the buyer any more, while the merchant still reads what was stored', async () => {
    const { body: session } = await create(order());
    world.siblings.liveMethods = [liveMethod('card')];
    await eventually(async () => expect(typesOf((await world.view(session)).body)).toEqual(['card']), {
      timeoutMs: 10_000,
    });
    const read = await live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
    expect(typesOf(read.body).sort()).toEqual(['card', 'fawry']);
  }, 20_000);

  test.each<[string, string[]]>([
    ['while another one can be taken', ['card']],
    ['when it was the last one', []],
  ])('is 400 payment_method_mismatch when it is confirmed %s, and reaches no provider', async (_when, left) => {
    const { body: session } = await create(order());
    world.siblings.liveMethods = left.map((type) => liveMethod(type as 'card'));
    const confirmed: string[] = [];
    world.siblings.before = (name) => void (name === 'confirmPayment' && confirmed.push(name));
    expect(await world.confirm(session, { paymentMethod: { type: 'fawry' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_method_mismatch', param: 'paymentMethod.type' } },
    });
    expect(confirmed).toEqual([]);
  });
});

test('a live payment link is created where a method can take it, and shows what can be taken', async () => {
  const lineItems = [{ priceId: world.siblings.addPrice({ unitAmount: 25_000 }).price.id }];
  const { status, body } = await live<PaymentLink>('POST', '/payment-links', { lineItems });
  expect(status).toBe(201);
  const slug = new URL(body.url).pathname.split('/').at(-1) ?? '';
  const shown = await world.view({ id: slug, clientSecret: '' });
  expect([shown.status, typesOf(shown.body)]).toEqual([200, ['card']]);
});

test('test mode never calls payments for what live mode can take', async () => {
  const session = await world.openSession();
  const received: string[] = [];
  world.siblings.before = (name) => void received.push(name);
  await world.view(session);
  await world.openSession();
  expect((await world.confirm(session)).status).toBe(200);
  expect(received).not.toContain('getLiveMethods');
  expect(received).toContain('confirmPayment');
});
