import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CaptureMethod,
  type Currency,
  firstRouteFor,
  type LiveMethods,
  type PageCardEntry,
  type PaymentIntent,
  type PaymentMethodType,
  type ProviderConnection,
  type RoutedPayment,
} from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn, stripeTestMethods as methods } from '@mizan/stand-ins';
import type { AnyBody } from '@mizan/testing';
import {
  connectStripe,
  type LiveWorld,
  startLivePayments,
  stripeKeys,
} from '../provider-callbacks/live.test-support.ts';

let paymob: PaymobStandIn;
let world: LiveWorld;
beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  world = await startLivePayments({ MIZAN_PAYMOB_EGYPT_API_URL: paymob.url });
  for (const connect of [connectPaymob, toStripe]) await connect('acct_paymob_first');
  for (const connect of [toStripe, connectPaymob]) await connect('acct_stripe_first');
  await toStripe('acct_routed');
  const { id } = await connectPaymob('acct_routed');
  const routes = [{ paymentMethodType: 'card', currency: 'EGP', connectionIds: [id] }];
  expect((await world.operator('PUT', '/operator/accounts/acct_routed/provider-routes', { routes })).status).toBe(200);
});
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

const toStripe = (account: string) => connectStripe(world.operator, account);
async function connectPaymob(account: string): Promise<ProviderConnection> {
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const body = { provider: 'paymob', credentials: { apiKey, secretKey, publicKey, hmacSecret } };
  const path = `/operator/accounts/${account}/provider-connections`;
  const made = await world.operator<ProviderConnection>('POST', path, body);
  expect([made.status, made.body]).toMatchObject([201, { provider: 'paymob' }]);
  return made.body;
}
const liveClient = (merchantId: string) => world.merchantClient('payments', { merchantId, livemode: true });
/** What checkout shows for a payment; null where the buyer pays on the provider's page. */
const entryOf = async (merchantId: string, payment: RoutedPayment): Promise<PageCardEntry | null> => {
  const checkout = world.siblingClient('payments', 'checkout', { merchantId, livemode: true });
  const { routes = [], entries } = (await checkout<LiveMethods>('POST', '/internal/calls/getLiveMethods', {})).body;
  const route = firstRouteFor(routes, payment);
  expect(route).toBeDefined();
  return entries[route?.entryIndex ?? entries.length] ?? null;
};

describe.each(['acct_paymob_first', 'acct_stripe_first', 'acct_routed'])(
  'an account with two card providers, %s',
  (account) => {
    test.each<[PaymentMethodType, Currency, CaptureMethod]>([
      ['card', 'EGP', 'automatic'],
      ['card', 'EGP', 'manual'],
      ['card', 'SAR', 'automatic'],
      ['apple_pay', 'EGP', 'automatic'],
      ['apple_pay', 'EGP', 'manual'],
      ['apple_pay', 'SAR', 'automatic'],
      ['google_pay', 'EGP', 'automatic'],
    ])('%s in %s, captured %s, is paid with what its page shows', async (type, currency, captureMethod) => {
      const entry = await entryOf(account, { type, currency, captureMethod, amount: 10_000 });
      const wallet = type === 'card' ? {} : { wallet: type as 'apple_pay' };
      const token = entry ? { token: world.stripe.createToken({ method: methods.approving, ...wallet }) } : {};
      const { status, body } = await liveClient(account)<PaymentIntent & AnyBody>('POST', '/payment-intents', {
        ...{ amount: 10_000, currency, captureMethod, confirm: true, returnUrl: 'https://shop.example/thanks' },
        paymentMethod: { type, ...token },
      });
      expect([status, body.error?.message]).toEqual([201, undefined]);
      expect(body.latestCharge?.config?.provider).toBe(entry?.cardEntry.provider ?? 'paymob');
    });
  },
);

test('the first connection takes a card in its currencies, the other one those that it takes alone, and a route decides before both', async () => {
  const fieldOf = async (account: string, currency: Currency, captureMethod: CaptureMethod = 'automatic') => {
    const entry = await entryOf(account, { type: 'card', currency, captureMethod, amount: 10_000 });
    return entry?.cardEntry.provider ?? null;
  };
  expect(await fieldOf('acct_paymob_first', 'EGP')).toBeNull();
  expect(await fieldOf('acct_paymob_first', 'SAR')).toBe('stripe');
  expect(await fieldOf('acct_stripe_first', 'EGP')).toBe('stripe');
  expect(await fieldOf('acct_routed', 'EGP')).toBeNull();
  expect(await fieldOf('acct_routed', 'SAR')).toBe('stripe');
});

test('a card is described by the provider that takes its currency: a token of another one is refused at once', async () => {
  const checkout = world.siblingClient('payments', 'checkout', { merchantId: 'acct_routed', livemode: true });
  const describeIn = (currency?: Currency) => {
    const token = world.stripe.createToken({ method: methods.approving });
    const method = { paymentMethod: { type: 'card', token }, email: null, phone: null, country: 'EG' };
    return checkout<AnyBody>('POST', '/internal/calls/describePaymentMethod', { ...method, currency });
  };
  expect(await describeIn('SAR')).toMatchObject({ status: 200, body: { paymentMethodType: 'card' } });
  expect(await describeIn()).toMatchObject({ status: 200 }); // a checkout of an earlier release
  expect(await describeIn('EGP')).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_method_mismatch', param: 'paymentMethod.token' } },
  });
});

test('a wallet whose first provider holds no amounts is paid with the button of the one that does, where it is captured later', async () => {
  const payment = { type: 'apple_pay', currency: 'EGP', amount: 10_000 } as const;
  expect(await entryOf('acct_paymob_first', { ...payment, captureMethod: 'automatic' })).toBeNull();
  const entry = await entryOf('acct_paymob_first', { ...payment, captureMethod: 'manual' });
  expect(entry?.cardEntry.provider).toBe('stripe');
});

test('a token of the first of two accounts at Stripe pays there, although the second one cannot read it', async () => {
  world.stripe.addKey('sk_live_ofTheSecondAccount', 'acct_second');
  const { id } = await toStripe('acct_two_stripes');
  await connectStripe(world.operator, 'acct_two_stripes', { ...stripeKeys, secretKey: 'sk_live_ofTheSecondAccount' });
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such confirmation token.' };
  const path = '/v1/confirmation_tokens/';
  world.stripe.beforeNextAnswer(`${path}*`, async () => {
    world.stripe.faults.add({ effect: 'status', status: 404, path, body: { error }, times: 1 });
  });
  const token = world.stripe.createToken({ method: methods.approving });
  const paid = await liveClient('acct_two_stripes')<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true },
    paymentMethod: { type: 'card', token },
  });
  world.stripe.faults.clear();
  expect([paid.status, paid.body.error?.message]).toEqual([201, undefined]);
  expect(paid.body).toMatchObject({ status: 'SUCCEEDED', latestCharge: { config: { connectionId: id } } });
});
