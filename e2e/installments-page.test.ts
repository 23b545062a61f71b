import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Price, Product, ProviderConnection } from '@mizan/contracts';
import {
  type FawryStandIn,
  startFawryStandIn,
  startTabbyStandIn,
  startTamaraStandIn,
  type TabbyStandIn,
  type TamaraStandIn,
} from '@mizan/stand-ins';
import { eventually, launchBrowser, type World } from '@mizan/testing';
import { desktop, phone } from './buyer-page.test-support.ts';
import { runMizan } from './mizan.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let world: World;
let tabby: TabbyStandIn;
let tamara: TamaraStandIn;
let fawry: FawryStandIn;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  [tabby, tamara, fawry] = await Promise.all([
    startTabbyStandIn({ market: 'SA' }),
    startTamaraStandIn(),
    startFawryStandIn(),
  ]);
  [world, browser] = await Promise.all([
    startPlatform({
      MIZAN_OPERATOR_TOKEN: operatorToken,
      MIZAN_PROVIDER_SANDBOX: 'allow',
      MIZAN_TABBY_KSA_API_URL: tabby.url,
      MIZAN_TAMARA_API_URL: tamara.url,
      MIZAN_FAWRY_API_URL: fawry.url,
    }),
    launchBrowser(),
  ]);
  const { id } = (await world.api<{ id: string }>('GET', '/account')).body;
  const mizan = async (...args: string[]) => {
    const { status, out, err } = await runMizan(['--json', ...args], {
      MIZAN_BASE_URL: world.gatewayUrl,
      MIZAN_OPERATOR_TOKEN: operatorToken,
      TABBY_SECRET_KEY: tabby.account.secretKey,
      TABBY_MERCHANT_CODE: tabby.account.merchantCode,
      TABBY_COUNTRY: tabby.account.market,
      TAMARA_API_TOKEN: tamara.account.apiToken,
      TAMARA_NOTIFICATION_TOKEN: tamara.account.notificationToken,
      TAMARA_COUNTRY: tamara.account.country,
      FAWRY_MERCHANT_CODE: fawry.account.merchantCode,
      FAWRY_SECURE_KEY: fawry.account.secureKey,
    });
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out) as ProviderConnection;
  };
  for (const provider of ['tabby', 'tamara', 'fawry'])
    expect(await mizan('providers', 'connect', provider, id, '--settles-to', 'platform')).toMatchObject({
      status: 'ACTIVE',
      provider,
    });
  await mizan('accounts', 'update', id, '--live-payments', 'on');
});
afterAll(async () => {
  await browser.close();
  await world.stop();
  await Promise.all([tabby.close(), tamara.close(), fawry.close()]);
});

const live = <Body>(method: string, path: string, body?: object) =>
  world.api<Body>(method, path, body, { key: world.accounts.keys.liveSecret });

const openSession = async (locale: string, currency: 'SAR' | 'EGP'): Promise<CheckoutSession> => {
  const product = await live<Product>('POST', '/products', { name: 'Olive oil soap' });
  const body = { currency, unitAmount: 12_500, type: 'ONE_TIME' };
  const price = await live<Price>('POST', `/prices?productId=${product.body.id}`, body);
  return eventually(async () => {
    const session = await live<CheckoutSession>('POST', '/checkout/sessions', {
      lineItems: [{ price: price.body.id, quantity: 1 }],
      locale,
      customerDetails: { name: 'Mona Adel', email: 'mona@example.com', phone: '+966500000001' },
    });
    expect(session.status).toBe(201);
    return session.body;
  });
};
const openPage = async (session: CheckoutSession, device: object, locale: string): Promise<BrowserPage> => {
  const page = await (await browser.newContext({ ...device, colorScheme: 'light', locale })).newPage();
  await page.goto(session.url ?? '');
  await page.locator('button[type=submit]').waitFor();
  return page;
};
const expectPanel = (page: BrowserPage, title: string) =>
  eventually(async () => expect((await page.textContent('.panel-title'))?.trim()).toBe(title));

test.each([
  ['tabby', 'en', phone, 'Payment successful'],
  ['tamara', 'ar', desktop, 'تم الدفع بنجاح'],
  ['tamara', 'en', phone, 'Payment successful'],
  ['tabby', 'ar', desktop, 'تم الدفع بنجاح'],
] as const)(
  'a buyer agrees to a plan of %s on its page, reached from ours in %s, and comes back to a paid checkout',
  async (provider, locale, device, title) => {
    const session = await openSession(locale, 'SAR');
    expect(session.paymentMethodTypes.map(({ type }) => type).sort()).toEqual(['tabby', 'tamara']);
    const page = await openPage(session, device, locale);
    await page.check(`[type=radio][value=${provider}]`);
    await page.locator('button[type=submit]:not([disabled]):not([aria-disabled=true])').waitFor(); // the total of the method is known
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `${provider}-form-${locale}`);
    await page.click('button[type=submit]');
    await page.waitForURL(`${(provider === 'tabby' ? tabby : tamara).url}/**`);
    await page.click('button[value=approve]');
    await page.waitForURL(`${world.gatewayUrl}/c/**`);
    await expectPanel(page, title);
    await photograph(page, `${provider}-paid-${locale}`);
    const { body } = await live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
    expect(body).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
    await page.context().close();
  },
  120_000,
);

test('a buyer whom Tabby does not accept reads so on our page, and pays with Tamara', async () => {
  const session = await openSession('en', 'SAR');
  const page = await openPage(session, phone, 'en');
  await page.check('[type=radio][value=tabby]');
  await page.click('button[type=submit]');
  await page.waitForURL(`${tabby.url}/**`);
  await page.click('button[value=reject]');
  await page.waitForURL(`${world.gatewayUrl}/c/**`);
  await page.locator('.notice').waitFor();
  await photograph(page, 'tabby-declined-en');
  await page.check('[type=radio][value=tamara]');
  await page.click('button[type=submit]');
  await page.waitForURL(`${tamara.url}/**`);
  await page.click('button[value=approve]');
  await page.waitForURL(`${world.gatewayUrl}/c/**`);
  await expectPanel(page, 'Payment successful');
  await page.context().close();
}, 120_000);

test.each([
  ['en', phone],
  ['ar', desktop],
] as const)(
  'Fawry’s number stands on our own page in %s',
  async (locale, device) => {
    const session = await openSession(locale, 'EGP');
    const page = await openPage(session, device, locale);
    await page.check('[name=methodGroup][value=voucher]');
    const number = page.locator('[name=phone]');
    if (await number.isVisible()) await number.fill('01012345678');
    await page.click('button[type=submit]');
    await page.locator('.ticket-number').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `fawry-number-${locale}`);
    await page.context().close();
  },
  120_000,
);
