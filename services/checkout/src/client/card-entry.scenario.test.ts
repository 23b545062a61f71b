import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, HostedCheckout, LiveRoute, PageCardEntry, PaymentLink } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import type { AnyBody } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { liveMethod } from '../siblings.test-support.ts';

const stripe: PageCardEntry = {
  cardEntry: { provider: 'stripe', publishableKey: 'pk_live_1', scriptUrl: 'https://js.stripe.com/endive/stripe.js' },
  allows: { scripts: ['https://js.stripe.com'], frames: ['https://js.stripe.com'], connections: [] },
};
const routeTo = (entry: PageCardEntry | null, ...[type, more]: Parameters<typeof liveMethod>): LiveRoute => ({
  ...liveMethod(type, more),
  entryIndex: entry && 0,
});

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
  world.siblings.account.livePaymentsEnabled = true;
  world.siblings.liveEntries = [stripe];
});
afterAll(() => world.stop());

/** Of an account of its own for each test: what live mode can take is cached per account. */
let live: ReturnType<CheckoutWorld['merchantClient']>;
beforeEach(() => {
  live = world.merchantClient('checkout', { merchantId: newId('acct'), livemode: true });
  world.siblings.liveMethods = [];
  world.siblings.cardEntry = null;
  world.siblings.walletEntries = [];
});

const opened = async (body: object = {}, unitAmount = 12_500): Promise<CheckoutSession> => {
  const lineItems = [{ price: world.siblings.addPrice({ unitAmount }).price.id, quantity: 1 }];
  const made = await live<CheckoutSession & AnyBody>('POST', '/checkout/sessions', { lineItems, ...body });
  expect([made.status, made.body.error?.message]).toEqual([201, undefined]);
  return made.body;
};
const viewed = async (session: Parameters<CheckoutWorld['view']>[0]): Promise<HostedCheckout> =>
  (await world.view(session)).body;

describe('a live checkout shows what the provider needs that takes the payment', () => {
  test('in its currency, and not what the first provider of another currency has', async () => {
    world.siblings.liveRoutes = [
      routeTo(stripe, 'card', { currency: 'USD' }),
      routeTo(null, 'card'),
      routeTo(stripe, 'card'),
      routeTo(stripe, 'apple_pay'),
    ];
    const shown = await viewed(await opened());
    expect([shown.cardOnProviderPage, shown.cardEntry]).toEqual([true, undefined]);
    expect(shown.walletEntries).toEqual([{ ...stripe.cardEntry, type: 'apple_pay' }]);
  });

  test('for its amount: the next provider’s field where the first does not take so much', async () => {
    world.siblings.liveRoutes = [routeTo(null, 'card', { maxAmount: 10_000 }), routeTo(stripe, 'card')];
    expect((await viewed(await opened({}, 9_000))).cardOnProviderPage).toBe(true);
    expect((await viewed(await opened({}, 12_500))).cardEntry).toEqual(stripe.cardEntry);
  });

  test('for its capture, with the limits and traits of those that hold amounts', async () => {
    world.siblings.liveRoutes = [
      routeTo(null, 'card', { minAmount: 100, supportsManualCapture: false, supportsPartialCapture: false }),
      routeTo(stripe, 'card', { minAmount: 5_000, supportsRefund: false }),
    ];
    expect((await viewed(await opened())).cardOnProviderPage).toBe(true);
    const held = await viewed(await opened({ captureMethod: 'manual' }));
    expect(held.cardEntry).toEqual(stripe.cardEntry);
    expect(held.paymentMethodTypes).toMatchObject([{ minTransactionAmount: 5_000, supportsRefund: false }]);
    const small = { lineItems: [{ price: world.siblings.addPrice({ unitAmount: 4_000 }).price.id, quantity: 1 }] };
    const refused = await live<AnyBody>('POST', '/checkout/sessions', { ...small, captureMethod: 'manual' });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'amount_invalid']);
  });

  test('on the page of a payment link', async () => {
    world.siblings.liveRoutes = [routeTo(null, 'card', { currency: 'USD' }), routeTo(stripe, 'card')];
    const lineItems = [{ priceId: world.siblings.addPrice().price.id }];
    const { body } = await live<PaymentLink>('POST', '/payment-links', { lineItems });
    const slug = new URL(body.url).pathname.split('/').at(-1) ?? '';
    expect((await viewed({ id: slug, clientSecret: '' })).cardEntry).toEqual(stripe.cardEntry);
  });

  test('as payments of an earlier release names it: one field for all currencies', async () => {
    world.siblings.liveRoutes = undefined;
    world.siblings.liveMethods = [liveMethod('card'), liveMethod('google_pay')];
    world.siblings.cardEntry = stripe;
    world.siblings.walletEntries = [{ ...stripe, type: 'google_pay' }];
    const shown = await viewed(await opened());
    expect(shown.cardEntry).toEqual(stripe.cardEntry);
    expect(shown.walletEntries).toEqual([{ ...stripe.cardEntry, type: 'google_pay' }]);
  });
});

test('the page of a checkout allows the hosts of the provider that takes its currency, and of no other', async () => {
  const policyOf = async ({ id }: CheckoutSession) =>
    (await fetch(`${world.urls.checkout}/c/${id}`)).headers.get('content-security-policy');
  world.siblings.liveRoutes = [routeTo(stripe, 'card', { currency: 'USD' }), routeTo(null, 'card')];
  expect(await policyOf(await opened())).not.toContain('stripe');
  live = world.merchantClient('checkout', { merchantId: newId('acct'), livemode: true });
  world.siblings.liveRoutes = [routeTo(null, 'card', { currency: 'USD' }), routeTo(stripe, 'card')];
  expect(await policyOf(await opened())).toContain('https://js.stripe.com');
});
