import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type {
  CheckoutSession,
  HostedCheckout,
  PaymentLink,
  Price,
  Product,
  ProviderConnection,
} from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn, stripeCardNumbers as numbers } from '@mizan/stand-ins';
import { type AnyBody, eventually, launchBrowser } from '@mizan/testing';
import { phone } from './buyer-page.test-support.ts';
import { type LivePlatform, operatorToken, startLivePlatform, stripeKeys } from './live-platform.test-support.ts';
import type { BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';

let paymob: PaymobStandIn;
let platform: LivePlatform;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
/** Accounts with both providers, by which was connected first. */
let stripeFirst: Shop;
let paymobFirst: Shop;
beforeAll(async () => {
  paymob = await startPaymobStandIn();
  const env = { MIZAN_PAYMOB_EGYPT_API_URL: paymob.url, MIZAN_PAYMOB_PIXEL_URL: `${paymob.url}/pixel/main.js` };
  [platform, browser] = await Promise.all([startLivePlatform(env), launchBrowser()]);
  const { accounts } = platform.world;
  const connectPaymob = async (account: string): Promise<string> => {
    const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
    const made = await operate<ProviderConnection>('POST', `${account}/provider-connections`, {
      provider: 'paymob',
      credentials: { apiKey, secretKey, publicKey, hmacSecret },
    });
    return made.id;
  };
  stripeFirst = {
    key: accounts.keys.liveSecret,
    id: platform.accountId,
    paymob: await connectPaymob(platform.accountId),
  };
  const { id, keys } = accounts.otherAccount;
  paymobFirst = { key: keys.liveSecret, id, paymob: await connectPaymob(id) };
  await operate('POST', `${id}/provider-connections`, { provider: 'stripe', credentials: stripeKeys });
  await operate('PATCH', id, { livePaymentsEnabled: true });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  await paymob.close();
});

interface Shop {
  readonly id: string;
  readonly key: string;
  /** Its connection to Paymob. */
  readonly paymob: string;
}

const operate = async <Body>(method: string, path: string, body: object): Promise<Body> => {
  const answer = await platform.world.api<Body>(method, `/operator/accounts/${path}`, body, { key: operatorToken });
  if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
/** Which connections take cards in pounds; all of them by default. */
const route = (shop: Shop, connectionIds?: readonly string[]) =>
  operate('PUT', `${shop.id}/provider-routes`, {
    routes: connectionIds ? [{ paymentMethodType: 'card', currency: 'EGP', connectionIds }] : [],
  });

let page: BrowserPage;
let complaints: string[] = [];
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext({ ...phone, locale: 'en-GB' })).newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
});

const priceIn = async (shop: Shop, currency: string, unitAmount = 12_500): Promise<string> => {
  const product = await platform.live<Product>('POST', '/products', { name: 'Olive oil soap' }, shop.key);
  const body = { currency, unitAmount, type: 'ONE_TIME' };
  return (await platform.live<Price>('POST', `/prices?productId=${product.body.id}`, body, shop.key)).body.id;
};
const open = async (shop: Shop, currency: string, more: object = {}): Promise<CheckoutSession> => {
  const lineItems = [{ price: await priceIn(shop, currency), quantity: 1 }];
  const customerDetails = { name: 'Mona Adel', email: 'mona@example.com', phone: '+201012345678' };
  return eventually(async () => {
    const body = { lineItems, customerDetails, ...more };
    const answer = await platform.live<CheckoutSession & AnyBody>('POST', '/checkout/sessions', body, shop.key); // 403 until the switch is heard
    expect([answer.status, answer.body.error?.message]).toEqual([201, undefined]);
    return answer.body;
  });
};
const viewOf = async ({ id, clientSecret }: CheckoutSession): Promise<HostedCheckout> => {
  const headers = { 'client-secret': clientSecret ?? '' };
  return (await (
    await fetch(`${platform.world.gatewayUrl}/client/checkout/${id}`, { headers })
  ).json()) as HostedCheckout;
};
const payButton = 'button[type=submit]:not([disabled])';
const stripeField = () => page.frameLocator('.provider-card iframe');
const typeInStripe = async (): Promise<void> => {
  await page.locator(payButton).waitFor();
  for (const [name, text] of Object.entries({ number: numbers.approving, expiry: '12 / 34', cvc: '123' }))
    await stripeField().locator(`[name=${name}]`).fill(text);
};
const payAtStripe = async (): Promise<void> => {
  await typeInStripe();
  await page.click(payButton);
};
const payAtPaymob = async (): Promise<void> => {
  await page.click(payButton);
  const field = page.frameLocator('.field-frame').frameLocator('iframe');
  for (const [name, text] of Object.entries({ number: '5123456789012346', expiry: '1234', cvv: '123' }))
    await field.locator(`[name=${name}]`).fill(text);
  await field.locator('#card button').click();
};
const expectPaidBy = async (shop: Shop, { id }: CheckoutSession, provider: string): Promise<void> => {
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  await eventually(async () => {
    const { body } = await platform.live<CheckoutSession>('GET', `/checkout/sessions/${id}`, undefined, shop.key);
    expect(body).toMatchObject({ paymentStatus: 'paid', paymentIntent: { latestCharge: { config: { provider } } } });
  });
  expect(complaints).toEqual([]);
};
const nextStep = () => page.getByText('You enter your card in the next step');
const again = 'This shop has just changed how it takes payments.';

test('a buyer pays in the field of the provider that takes the currency, whichever was connected first', async () => {
  const dollars = await open(paymobFirst, 'USD');
  expect(await viewOf(dollars)).toMatchObject({ cardEntry: { provider: 'stripe' } });
  await page.goto(dollars.url ?? '');
  await payAtStripe();
  await expectPaidBy(paymobFirst, dollars, 'stripe');

  const pounds = await open(paymobFirst, 'EGP');
  await page.goto(pounds.url ?? '');
  await nextStep().waitFor();
  await payAtPaymob();
  await expectPaidBy(paymobFirst, pounds, 'paymob');

  const others = await open(stripeFirst, 'EGP');
  await page.goto(others.url ?? '');
  await payAtStripe();
  await expectPaidBy(stripeFirst, others, 'stripe');
}, 120_000);

test('a route to the second provider decides what its buyers see in that currency, and nothing in the others', async () => {
  await route(stripeFirst, [stripeFirst.paymob]);
  const pounds = await eventually(async () => {
    const session = await open(stripeFirst, 'EGP');
    expect((await viewOf(session)).cardOnProviderPage).toBe(true);
    return session;
  });
  await page.goto(pounds.url ?? '');
  await nextStep().waitFor();
  await payAtPaymob();
  await expectPaidBy(stripeFirst, pounds, 'paymob');
  expect(await viewOf(await open(stripeFirst, 'USD'))).toMatchObject({ cardEntry: { provider: 'stripe' } });
  await route(stripeFirst);
}, 120_000);

test('wallets have the button of the provider that takes them in the currency, and for a later capture that of one that holds amounts', async () => {
  const walletsOf = async (currency: string, more: object = {}) =>
    (await viewOf(await open(paymobFirst, currency, more))).walletEntries?.map(({ type }) => type).sort();
  expect(await walletsOf('USD')).toEqual(['apple_pay', 'google_pay']);
  expect(await walletsOf('EGP')).toEqual(['google_pay']); // Apple Pay is paid on Paymob’s page
  expect(await walletsOf('EGP', { captureMethod: 'manual' })).toEqual(['apple_pay', 'google_pay']);
});

test('a payment link shows the field of the provider that takes its currency', async () => {
  const lineItems = [{ priceId: await priceIn(paymobFirst, 'USD') }];
  const link = await platform.live<PaymentLink>('POST', '/payment-links', { lineItems }, paymobFirst.key);
  await page.goto(link.body.url);
  await typeInStripe();
  expect(await nextStep().count()).toBe(0);
});

test.each([
  ['to Paymob', 'once Stripe’s field was shown'],
  ['to Stripe', 'once the page had announced Paymob’s'],
])(
  'a buyer whose card goes %s by a new route %s is asked for it again, in the right field, and pays',
  async (to) => {
    const stripe = await stripeOf(stripeFirst);
    const [before, after] = to === 'to Paymob' ? [stripe, stripeFirst.paymob] : [stripeFirst.paymob, stripe];
    await route(stripeFirst, [before]);
    const session = await eventually(async () => {
      const opened = await open(stripeFirst, 'EGP', { customerDetails: {} });
      expect((await viewOf(opened)).cardOnProviderPage ?? false).toBe(before !== stripe);
      return opened;
    });
    await page.goto(session.url ?? '');
    await page.fill('[name=email]', 'mona@example.com');
    await page.locator(payButton).waitFor();
    if (before === stripe) await typeInStripe();
    else await nextStep().waitFor();
    await route(stripeFirst, [after]);
    await page.click(payButton);
    await page.getByText(again).waitFor();
    await photograph(page, `two-providers-again-${before === stripe ? 'paymob' : 'stripe'}`);
    expect(await page.inputValue('[name=email]')).toBe('mona@example.com');
    if (before === stripe) await payAtPaymob();
    else await payAtStripe();
    await expectPaidBy(stripeFirst, session, before === stripe ? 'paymob' : 'stripe');
    await route(stripeFirst);
  },
  120_000,
);

test('a card whose token another account at the provider would have to read is asked for again, and pays', async () => {
  const session = await open(stripeFirst, 'EGP');
  await page.goto(session.url ?? '');
  await typeInStripe();
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such confirmation token.' };
  platform.stripe.faults.add({
    effect: 'status',
    status: 404,
    path: '/v1/confirmation_tokens/',
    body: { error },
    times: 1,
  });
  await page.click(payButton);
  await page.getByText(again).waitFor();
  await payAtStripe();
  await expectPaidBy(stripeFirst, session, 'stripe');
});

/** A page of the merchant's with mizan.js. */
const openShop = async (html: string): Promise<void> => {
  const shop = 'https://shop.example';
  const keys = `keys create --account ${stripeFirst.id} --name Shop --type PUBLISHABLE --mode live --origin ${shop}`;
  await platform.mizan(...keys.split(' '));
  const body = `<!doctype html><title>Shop</title><div id="checkout"></div>
    <script src="${platform.world.gatewayUrl}/js/mizan.js"></script>${html}`;
  await page.context().grantPermissions(['local-network-access'], { origin: shop });
  await page.route(`${shop}/**`, (to) => to.fulfill({ contentType: 'text/html', body }));
  await page.goto(shop);
};

test('a checkout in a frame is loaded again too, and asks for the card that goes to another provider by a new route', async () => {
  await route(stripeFirst, [stripeFirst.paymob]);
  const session = await eventually(async () => {
    const opened = await open(stripeFirst, 'EGP', { uiMode: 'embedded' });
    expect((await viewOf(opened)).cardOnProviderPage).toBe(true);
    return opened;
  });
  const { clientSecret } = session;
  await openShop(
    `<script>Mizan().initEmbeddedCheckout({ clientSecret: '${clientSecret}' }).mount('#checkout')</script>`,
  );
  const frame = page.frameLocator('#checkout iframe');
  await frame.getByText('You enter your card in the next step').waitFor();
  await route(stripeFirst, [await stripeOf(stripeFirst)]);
  await frame.locator(payButton).click();
  await frame.getByText(again).waitFor();
  await frame.frameLocator('.provider-card iframe').locator('[name=number]').waitFor();
  await route(stripeFirst);
}, 120_000);

test('mizan.js has the field to show after a confirm that another provider would have to take', async () => {
  await route(stripeFirst, [stripeFirst.paymob]);
  const { clientSecret } = await eventually(async () => {
    const opened = await open(stripeFirst, 'EGP', { uiMode: 'custom' });
    expect((await viewOf(opened)).cardOnProviderPage).toBe(true);
    return opened;
  });
  await openShop('');
  await page.evaluate(`Mizan().initCheckout({ clientSecret: '${clientSecret}' }).then((made) => (window.made = made))`);
  await route(stripeFirst, [await stripeOf(stripeFirst)]);
  const seen = await page.evaluate(`made.confirm({ paymentMethod: { type: 'card' } }).then(
    () => 'paid',
    ({ param }) => [param, made.session().cardEntry?.provider, made.session().cardOnProviderPage ?? false])`);
  expect(seen).toEqual(['paymentMethod.token', 'stripe', false]);
  await route(stripeFirst);
});

const stripeOf = async ({ key }: Shop): Promise<string> => {
  const { body } = await platform.live<{ data: ProviderConnection[] }>('GET', '/provider-connections', undefined, key);
  const found = body.data.find(({ provider }) => provider === 'stripe');
  if (!found) throw new Error('the account is not connected to Stripe');
  return found.id;
};
