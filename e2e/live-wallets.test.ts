import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, PaymentIntent, PaymentLink, Price, Product, ProviderDomain } from '@mizan/contracts';
import { stripeCardNumbers as numbers } from '@mizan/stand-ins';
import { eventually, launchBrowser } from '@mizan/testing';
import { startLivePlatform, type LivePlatform } from './live-platform.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';

/** Our page, or the frame that it is in. */
type Place = Pick<BrowserPage, 'locator' | 'frameLocator' | 'getByRole' | 'getByText'>;

const appleFile = 'the file that Apple reads';
let platform: LivePlatform;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'mizan-apple-')), 'association');
  await writeFile(file, appleFile);
  [platform, browser] = await Promise.all([startLivePlatform({ MIZAN_APPLE_DOMAIN_FILE: file }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;
type Wallet = keyof typeof names;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

let page: BrowserPage;
/** What the browser complained about. */
let complaints: string[] = [];

async function openPage(setting: object = {}): Promise<void> {
  await page?.context().close();
  page = await (await browser.newContext({ ...phone, locale: 'en-GB', ...setting })).newPage();
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
}
beforeEach(() => openPage());

/** A live price of 125.00 EGP. */
const price = async (): Promise<string> => {
  const product = await platform.live<Product>('POST', '/products', { name: 'Olive oil soap' });
  const body = { currency: 'EGP', unitAmount: 12_500, type: 'ONE_TIME' };
  return (await platform.live<Price>('POST', `/prices?productId=${product.body.id}`, body)).body.id;
};
const customerDetails = { name: 'Mona Adel', email: 'mona@example.com' };
const open = async (more: object = {}): Promise<CheckoutSession> => {
  const lineItems = [{ price: await price(), quantity: 1 }];
  const session = await eventually(async () => {
    const answer = await platform.live<CheckoutSession>('POST', '/checkout/sessions', {
      ...{ lineItems, customerDetails },
      ...more,
    });
    expect(answer.status).toBe(201); // 403 until the switch is heard
    return answer.body;
  });
  await page.goto(session.url ?? '');
  return session;
};
const choose = async (wallet: Wallet, of: Place = page): Promise<void> => {
  const group = of.locator('.method-group').filter({ has: of.locator('input[value=wallet]') });
  await group.locator('.method-head').click();
  await of.locator('.chip-choice').filter({ hasText: names[wallet] }).click();
  await button(wallet, of).waitFor();
};
const frame = (of: Place) => of.frameLocator('.wallet-shown iframe');
const button = (wallet: Wallet, of: Place = page) => frame(of).getByRole('button', { name: names[wallet] });
const sheet = (wallet: Wallet, of: Place = page) =>
  of.frameLocator(`[data-wallet=${wallet}] iframe`).getByRole('dialog', { name: names[wallet] });
/** Opens the wallet's sheet and agrees to pay with a card. */
const agree = async (wallet: Wallet, number: string = numbers.approving, of: Place = page): Promise<void> => {
  await button(wallet, of).click();
  await sheet(wallet, of).getByLabel('Card').selectOption(number);
  await sheet(wallet, of).getByRole('button', { name: 'Pay' }).click();
};
const notice = () => page.textContent('#notice');
const expectThanks = (of: Place = page, title = 'Payment successful') =>
  eventually(async () => expect(await of.locator('.panel-title').textContent()).toBe(title));
const paymentOf = async ({ id }: CheckoutSession): Promise<PaymentIntent> => {
  const { body } = await platform.live<CheckoutSession>('GET', `/checkout/sessions/${id}`);
  return (await platform.live<PaymentIntent>('GET', `/payment-intents/${body.paymentIntent?.id}`)).body;
};
const expectPaidBy = async (session: CheckoutSession, wallet: Wallet): Promise<void> => {
  expect(await paymentOf(session)).toMatchObject({
    status: 'SUCCEEDED',
    paymentMethod: { type: wallet },
    latestCharge: { paymentMethodDetails: { type: wallet, card: { wallet: { type: wallet } } } },
  });
  expect(complaints).toEqual([]);
};
const walletRow = (of: Place = page) => of.locator('input[value=wallet]');
const confirms: string[] = [];
const countConfirms = (): void => {
  confirms.length = 0;
  page.on('request', (request) => request.url().endsWith('/confirm') && confirms.push(request.url()));
};

describe('the checkout page with wallets', () => {
  test.each(['apple_pay', 'google_pay'] as const)('pays by %s with a confirmation token', async (wallet) => {
    const session = await open();
    await choose(wallet);
    expect(await page.locator('button[type=submit]').count()).toBe(0);
    const sent = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    await agree(wallet);
    expect((await sent).postDataJSON()).toMatchObject({
      expectedAmountTotal: 12_500,
      paymentMethod: { type: wallet, token: expect.stringMatching(/^ctoken_\w{24}$/) },
    });
    await expectThanks();
    await expectPaidBy(session, wallet);
  });

  test('looks right in both languages, on phone and desktop, in light and dark, and has no barriers', async () => {
    for (const [device, setting] of Object.entries({ phone, desktop }))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const locale of ['en', 'ar'] as const) {
          await openPage({ ...setting, colorScheme });
          await open({ locale });
          await choose('apple_pay');
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          expect(await findBarriers(page)).toEqual([]);
          await photograph(page, `live-wallet-${device}-${colorScheme}-${locale}`);
        }
  }, 120_000);

  test('charges nothing when the buyer closes the sheet, and takes a card or the wallet afterwards', async () => {
    const session = await open();
    countConfirms();
    await choose('google_pay');
    await button('google_pay').click();
    await sheet('google_pay').getByRole('button', { name: 'Cancel' }).click();
    expect(await sheet('google_pay').count()).toBe(0);
    expect(await page.locator('#notice').count()).toBe(0);
    expect(confirms).toEqual([]);
    await agree('google_pay');
    await expectThanks();
    await expectPaidBy(session, 'google_pay');
  });

  test('opens no sheet while a field is missing, and shows which', async () => {
    await open({ customerDetails: undefined });
    await choose('apple_pay');
    await button('apple_pay').click();
    await eventually(async () => expect(await page.evaluate('document.activeElement.name')).toBe('email'));
    expect(await sheet('apple_pay').count()).toBe(0);
    await page.fill('[name=email]', 'mona@example.com');
    await agree('apple_pay');
    await expectThanks();
  });

  test('says why a wallet was declined, and pays by the other one', async () => {
    const session = await open();
    await choose('apple_pay');
    await agree('apple_pay', numbers.declining);
    await eventually(async () => expect(await notice()).toMatch(/^Your card was declined\. You were not charged\./));
    await button('apple_pay').waitFor();
    await photograph(page, 'live-wallet-declined');
    await choose('google_pay');
    await agree('google_pay');
    await expectThanks();
    await expectPaidBy(session, 'google_pay');
    expect((await paymentOf(session)).charges).toHaveLength(2);
  });

  test('leads to 3-D Secure when the wallet’s card needs it, and back', async () => {
    const session = await open();
    await choose('google_pay');
    await agree('google_pay', numbers.challenging);
    await page.waitForURL(`${platform.stripe.url}/3d_secure_2/**`);
    await page.click('button[value=authenticate]');
    await expectThanks();
    await expectPaidBy(session, 'google_pay');
  });

  test('opens one sheet at a time, and pays nothing by a sheet that was left for another method', async () => {
    const session = await open();
    countConfirms();
    await choose('apple_pay');
    await button('apple_pay').click();
    await sheet('apple_pay').waitFor();
    await choose('google_pay');
    await button('google_pay').click();
    expect(await sheet('google_pay').count()).toBe(0); // while the other one is open
    await sheet('apple_pay').getByText('Pay', { exact: true }).dispatchEvent('click'); // no longer what the buyer chose
    await eventually(async () => expect(await sheet('apple_pay').count()).toBe(0));
    await agree('google_pay');
    await expectThanks();
    await expectPaidBy(session, 'google_pay');
    expect(confirms).toHaveLength(1);
    expect((await paymentOf(session)).charges).toHaveLength(1);
  });

  test('finds the outcome of a payment whose answer was lost, and charges once', async () => {
    const session = await open();
    await choose('apple_pay');
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/confirm');
    });
    await agree('apple_pay');
    await expectThanks();
    complaints = []; // that the connection was lost
    await expectPaidBy(session, 'apple_pay');
    expect((await paymentOf(session)).charges).toHaveLength(1);
  });

  test('shows no wallet on a domain that Stripe does not know, and says so when there is nothing else', async () => {
    const { domains } = platform;
    await domains(false);
    try {
      await open();
      await page.frameLocator('.provider-card iframe').locator('[name=number]').waitFor();
      expect(await walletRow().count()).toBe(0);
      await open({ paymentMethodTypes: ['apple_pay'] });
      await page.getByText('a digital wallet that this device or browser does not have').waitFor();
      expect(await page.locator('button[type=submit]').count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, 'live-wallet-missing');
    } finally {
      await domains(true);
    }
  });

  test('pays a session that takes nothing but a wallet, from a payment link too', async () => {
    const session = await open({ paymentMethodTypes: ['google_pay'] });
    await agree('google_pay');
    await expectThanks();
    await expectPaidBy(session, 'google_pay');
    const lineItems = [{ price: await price(), quantity: 1 }];
    const link = await platform.live<PaymentLink>('POST', '/payment-links', { lineItems });
    await page.goto(link.body.url);
    await page.fill('[name=email]', 'mona@example.com');
    await choose('apple_pay');
    await agree('apple_pay');
    await expectThanks();
  });

  test('pays in a frame of the merchant’s page', async () => {
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
    const checkout = page.frameLocator('#checkout iframe') as unknown as Place;
    await choose('apple_pay', checkout);
    await agree('apple_pay', numbers.approving, checkout);
    await expectThanks(checkout);
    expect(await paymentOf(session)).toMatchObject({ paymentMethod: { type: 'apple_pay' } });
  });
});

describe('the domains of wallets', () => {
  test('are registered by the command line, which says what is active and what is wrong', async () => {
    const { accountId, connected, mizan } = platform;
    const [good] = await mizan<ProviderDomain[]>('providers', 'domains', accountId, connected.id, 'shop.example');
    expect(good).toMatchObject({ domain: 'shop.example', methods: [{ status: 'ACTIVE' }, { status: 'ACTIVE' }] });
    const name = 'shop.unverifiable.example';
    const [bad] = await mizan<ProviderDomain[]>('providers', 'domains', accountId, connected.id, name);
    expect(bad?.methods[0]).toMatchObject({ status: 'INACTIVE', error: expect.stringContaining('/.well-known/') });
    const listed = await mizan<ProviderDomain[]>('providers', 'domains', accountId, connected.id);
    expect(listed.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['shop.example', name]));
  });

  test('have the file that Apple reads, on the page’s host', async () => {
    const url = `${platform.world.gatewayUrl}/.well-known/apple-developer-merchantid-domain-association`;
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, appleFile]);
  });
});
