import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, PaymentIntent, PaymentLink, Price, Product } from '@mizan/contracts';
import { stripeCardNumbers as numbers, stripeTestMethods as methods } from '@mizan/stand-ins';
import { eventually, launchBrowser, type AnyBody } from '@mizan/testing';
import { Stripe } from 'stripe';
import { startLivePlatform, stripeKeys, type LivePlatform } from './live-platform.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';

/** Our page, or the frame that it is in. */
type Place = Pick<BrowserPage, 'locator' | 'frameLocator'>;

const { secretKey, publishableKey, callbackSecret } = stripeKeys;

let platform: LivePlatform;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startLivePlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

test('an operator connects an account, its live key takes a 3-D Secure payment, and Stripe’s callback completes it', async () => {
  const { accountId, connected, live, mizan, stripe } = platform;
  expect(connected).toMatchObject({ provider: 'stripe', livemode: true, credentialHints: { secretKey: 'Test' } });
  expect(await mizan('providers', 'list', accountId)).toEqual([connected]);

  const order = {
    amount: 24_950,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'card', token: methods.challenging },
  };
  const intent = await eventually(async () => {
    const { status, body } = await live<PaymentIntent>('POST', '/payment-intents', order); // 403 until the switch is heard
    expect([status, body.status]).toEqual([201, 'REQUIRES_ACTION']);
    return body;
  });

  const atStripe = stripe.intents.find(({ metadata }) => metadata['mizan_charge'] === intent.charges[0]?.id);
  if (!atStripe) throw new Error('Stripe received no request');
  stripe.authenticate(atStripe.id, true);
  const payload = JSON.stringify({
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', metadata: atStripe.metadata } },
  });
  const send = (secret: string) =>
    fetch(connected.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  const forged = await send('whsec_ofAnotherAccount');
  expect([forged.status, await forged.json()]).toMatchObject([401, { error: { code: 'invalid_signature' } }]);
  expect((await send(callbackSecret)).status).toBe(200);
  await eventually(async () => {
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 24_950, livemode: true });
  });

  const back = await fetch(atStripe.returnUrl ?? '', { redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
});

describe('the checkout page in live mode', () => {
  let page: BrowserPage;
  /** What the browser complained about, and hosts that it requested beside ours and Stripe’s. */
  let complaints: string[] = [];

  beforeEach(() => openPage('light'));
  async function openPage(colorScheme: 'light' | 'dark'): Promise<void> {
    await page?.context().close();
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    page = await (await browser.newContext({ ...phone, colorScheme, locale: 'en-GB' })).newPage();
    complaints = [];
    const known = [new URL(platform.world.gatewayUrl).origin, platform.stripe.url];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!known.includes(new URL(request.url()).origin)) complaints.push(request.url());
    });
  }

  /** A live price of 125.00 EGP. */
  const price = async (key?: string): Promise<string> => {
    const product = await platform.live<Product>('POST', '/products', { name: 'Olive oil soap' }, key);
    const body = { currency: 'EGP', unitAmount: 12_500, type: 'ONE_TIME' };
    return (await platform.live<Price>('POST', `/prices?productId=${product.body.id}`, body, key)).body.id;
  };
  const open = async (more: object = {}): Promise<CheckoutSession> => {
    const lineItems = [{ price: await price(), quantity: 1 }];
    const customerDetails = { name: 'Mona Adel', email: 'mona@example.com' };
    const session = await eventually(async () => {
      const body = { lineItems, customerDetails, ...more };
      const answer = await platform.live<CheckoutSession>('POST', '/checkout/sessions', body); // 403 until the switch is heard
      expect(answer.status).toBe(201);
      return answer.body;
    });
    await page.goto(session.url ?? '');
    return session;
  };
  const policyOf = async (url = '') => (await fetch(url)).headers.get('content-security-policy') ?? '';
  const field = (of: Place = page) => of.frameLocator('.provider-card iframe');
  const isReady = (of: Place = page) => of.locator('button[type=submit]:not([disabled])').waitFor();
  const type = async (number: string, of: Place = page): Promise<void> => {
    await isReady(of);
    await field(of).locator('[name=number]').fill(number);
    await field(of).locator('[name=expiry]').fill('12 / 34');
    await field(of).locator('[name=cvc]').fill('123');
  };
  const pay = () => page.click('button[type=submit]');
  const notice = () => page.textContent('#notice');
  /** Waits until the buyer has been sent there. @throws with what the page shows instead */
  const arriveAt = (url: string) =>
    page.waitForURL(url).catch(async (cause: unknown) => {
      throw new Error(`The buyer was not sent to ${url}, and sees: ${await page.innerText('body')}`, { cause });
    });
  const sessionOf = async ({ id }: CheckoutSession) =>
    (await platform.live<CheckoutSession>('GET', `/checkout/sessions/${id}`)).body;
  const expectThanks = (of: Place = page) =>
    eventually(async () => expect(await of.locator('body').innerText()).toContain('Payment successful'));
  const expectPaid = async (session: CheckoutSession): Promise<void> => {
    await expectThanks();
    expect(await sessionOf(session)).toMatchObject({ status: 'complete', paymentStatus: 'paid', livemode: true });
    expect(complaints).toEqual([]);
  };
  /** What was requested of Stripe's script, as its stand-in recorded it. */
  const requested = () => page.evaluate<AnyBody>('stripeStandIn');

  test('takes a card in the provider’s field and in none of ours, and knows no provider once it is paid', async () => {
    const session = await open();
    await type(numbers.approving);
    expect(await requested()).toMatchObject({
      publishableKey,
      options: { mode: 'payment', amount: 12_500, currency: 'egp', locale: 'en' },
    });
    expect(await page.locator('[name^="card."]').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'live-card-en-light');
    const sent = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    await pay();
    expect((await sent).postDataJSON()).toMatchObject({
      paymentMethod: { type: 'card', token: expect.stringMatching(/^ctoken_\w{24}$/) },
    });
    await expectPaid(session);
    expect((await requested())['holders']).toEqual([{ name: 'Mona Adel', email: 'mona@example.com' }]);
    expect(await policyOf(session.url)).not.toContain('stripe');
  });

  test('says what is missing or wrong with a card before any charge is requested, and pays with another try', async () => {
    const session = await open();
    await isReady();
    await pay();
    await eventually(async () => expect(await field().locator('[role=alert]').isVisible()).toBe(true));
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
    await type(numbers.mistyped);
    await pay();
    await eventually(async () =>
      expect(await notice()).toMatch(/^Your card number is incorrect\. You were not charged\./),
    );
    expect((await sessionOf(session)).paymentIntent).toBeNull();
    await type(numbers.declining);
    await pay();
    await eventually(async () => expect(await notice()).toMatch(/^Your card was declined\. You were not charged\./));
    await type(numbers.approving);
    await pay();
    await expectPaid(session);
  });

  test.each([
    ['and is paid once the bank agrees', true],
    ['and back to try again once the bank does not', false],
  ])('leads to 3-D Secure and back, %s', async (_, succeeds) => {
    const session = await open();
    await type(numbers.challenging);
    await pay();
    await arriveAt(`${platform.stripe.url}/3d_secure_2/**`);
    await page.click(`button[value=${succeeds ? 'authenticate' : 'fail'}]`);
    if (!succeeds) {
      await eventually(async () => expect(await notice()).toMatch(/^Your bank could not verify your identity\./));
      await type(numbers.approving);
      await pay();
    }
    await expectPaid(session);
  });

  test('says that the field did not load, and loads it when the buyer tries again', async () => {
    platform.stripe.faults.add({ effect: 'status', status: 503, path: '/endive/', times: null });
    const session = await open();
    const alert = page.locator('.provider-card [role=alert]');
    await eventually(async () => expect(await alert.textContent()).toContain('The card form could not be loaded.'));
    expect(await page.isDisabled('button[type=submit]')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'live-card-failed');
    platform.stripe.faults.clear();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await type(numbers.approving);
    expect(await alert.count()).toBe(0);
    complaints = []; // that the script was not there
    await pay();
    await expectPaid(session);
  });

  test('speaks Arabic on a dark phone, the field too, and English as soon as the buyer chooses it', async () => {
    await openPage('dark');
    const session = await open({ locale: 'ar' });
    await type(numbers.approving);
    expect(await field().locator('html').getAttribute('dir')).toBe('rtl');
    const { variables } = ((await requested())['options'] as { appearance: { variables: object } }).appearance;
    expect(variables).toMatchObject({ colorBackground: '#171C1A', colorText: '#EDF2EF' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'live-card-ar-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'English' }).click();
    await eventually(async () =>
      expect(((await requested())['changes'] as object[]).at(-1)).toMatchObject({
        locale: 'en',
        appearance: { variables: { colorBackground: '#FFFFFF' } },
      }),
    );
    expect(await field().locator('[name=number]').inputValue()).toBe(numbers.approving);
    await pay();
    await expectPaid(session);
  });

  test('sells by a payment link, whose first confirm opens the session', async () => {
    const link = await platform.live<PaymentLink>('POST', '/payment-links', {
      lineItems: [{ price: await price(), quantity: 1 }],
    });
    await page.goto(link.body.url);
    await isReady();
    await page.fill('[name=email]', 'mona@example.com');
    await type(numbers.approving);
    await pay();
    await expectThanks();
    expect(complaints).toEqual([]);
  });

  test('shows the field in a frame of the merchant’s page, and pays there', async () => {
    const shop = 'https://shop.example';
    const keys = `keys create --account ${platform.accountId} --name Shop --type PUBLISHABLE --mode live --origin ${shop}`;
    await platform.mizan(...keys.split(' '));
    const session = await open({ uiMode: 'embedded' });
    const body = `<!doctype html><title>Shop</title><div id="checkout"></div>
      <script src="${platform.world.gatewayUrl}/js/mizan.js"></script>
      <script>Mizan().initEmbeddedCheckout({ clientSecret: '${session.clientSecret}' }).mount('#checkout')</script>`;
    await page.context().grantPermissions(['local-network-access'], { origin: shop });
    await page.route(`${shop}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(shop);
    const checkout = page.frameLocator('#checkout iframe');
    await type(numbers.approving, checkout);
    await photograph(page, 'live-card-framed');
    await checkout.locator('button[type=submit]').click();
    await expectThanks(checkout);
    expect(await sessionOf(session)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  });

  test('lets in Stripe’s hosts and no others', async () => {
    const session = await open();
    const hosts = `${platform.stripe.url} https://js.stripe.com https://*.js.stripe.com`;
    const policy = await policyOf(session.url);
    expect(policy.replace(/nonce-[^']+/g, 'nonce').split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce' ${hosts}`,
      "style-src 'nonce'",
      "img-src 'self' https:",
      "font-src 'self'",
      "connect-src 'self' https://api.stripe.com",
      `frame-src 'self' ${hosts} https://hooks.stripe.com`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
  });

  test('is not opened while the account has no provider, and Stripe is sent nothing', async () => {
    const { id, keys } = platform.world.accounts.otherAccount;
    await platform.mizan('accounts', 'update', id, '--live-payments', 'on');
    const before = platform.stripe.requests.length;
    const lineItems = [{ price: await price(keys.liveSecret), quantity: 1 }];
    const { status, body } = await platform.live<AnyBody>('POST', '/checkout/sessions', { lineItems }, keys.liveSecret);
    expect([status, body.error?.code]).toEqual([403, 'merchant_not_activated']);
    expect(platform.stripe.requests.length).toBe(before);
  });
});
