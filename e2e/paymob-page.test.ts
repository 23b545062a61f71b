import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, Price, Product, ProviderConnection } from '@mizan/contracts';
import { startPaymobStandIn, type PaymobStandIn } from '@mizan/stand-ins';
import { eventually, launchBrowser, type World } from '@mizan/testing';
import { desktop, phone } from './buyer-page.test-support.ts';
import { runMizan } from './mizan.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let world: World;
let paymob: PaymobStandIn;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  paymob = await startPaymobStandIn();
  [world, browser] = await Promise.all([
    startPlatform({
      MIZAN_OPERATOR_TOKEN: operatorToken,
      MIZAN_PAYMOB_EGYPT_API_URL: paymob.url,
      MIZAN_PAYMOB_PIXEL_URL: `${paymob.url}/pixel/main.js`,
    }),
    launchBrowser(),
  ]);
  const { id } = (await world.api<{ id: string }>('GET', '/account')).body;
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const mizan = async (...args: string[]) => {
    const { status, out, err } = await runMizan(['--json', ...args], {
      MIZAN_BASE_URL: world.gatewayUrl,
      MIZAN_OPERATOR_TOKEN: operatorToken,
      PAYMOB_API_KEY: apiKey,
      PAYMOB_SECRET_KEY: secretKey,
      PAYMOB_PUBLIC_KEY: publicKey,
      PAYMOB_HMAC_SECRET: hmacSecret,
    });
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out) as ProviderConnection;
  };
  expect(await mizan('providers', 'connect', 'paymob', id, '--settles-to', 'platform')).toMatchObject({
    status: 'ACTIVE',
  });
  await mizan('accounts', 'update', id, '--live-payments', 'on');
});
afterAll(async () => {
  await browser.close();
  await world.stop();
  await paymob.close();
});

const live = <Body>(method: string, path: string, body?: object) =>
  world.api<Body>(method, path, body, { key: world.accounts.keys.liveSecret });

const openSession = async (locale: string): Promise<CheckoutSession> => {
  const product = await live<Product>('POST', '/products', { name: 'Olive oil soap' });
  const body = { currency: 'EGP', unitAmount: 12_500, type: 'ONE_TIME' };
  const price = await live<Price>('POST', `/prices?productId=${product.body.id}`, body);
  return eventually(async () => {
    const session = await live<CheckoutSession>('POST', '/checkout/sessions', {
      lineItems: [{ price: price.body.id, quantity: 1 }],
      locale,
      customerDetails: { name: 'Mona Adel', email: 'mona@example.com', phone: '+201012345678' },
    });
    expect(session.status).toBe(201);
    return session.body;
  });
};

const openPage = async (device: object, colorScheme: 'light' | 'dark', locale: string): Promise<BrowserPage> =>
  (await browser.newContext({ ...device, colorScheme, locale })).newPage();
const expectPanel = (page: BrowserPage, title: string) =>
  eventually(async () => expect((await page.textContent('.panel-title'))?.trim()).toBe(title));

const expectPaid = (session: CheckoutSession) =>
  eventually(async () => {
    const { body } = await live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
    expect(body).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  });

/** Opens the checkout and presses Pay: the field stands in the place of the form. */
const openField = async (session: CheckoutSession, device: object, colors: 'light' | 'dark', locale: string) => {
  const page = await openPage(device, colors, locale);
  await page.goto(session.url ?? '');
  await page.locator('button[type=submit]').click();
  return { page, field: page.frameLocator('.field-frame').frameLocator('iframe') };
};
type Field = ReturnType<BrowserPage['frameLocator']>;
const payInField = async (field: Field, number: string) => {
  await field.locator('[name=number]').fill(number);
  await field.locator('[name=expiry]').fill('1234');
  await field.locator('[name=cvv]').fill('123');
  await field.locator('#card button').click();
};

test.each([
  ['en', phone, 'light', 'You enter your card in the next step', 'Payment successful'],
  ['ar', desktop, 'dark', 'تُدخل بيانات بطاقتك في الخطوة التالية', 'تم الدفع بنجاح'],
] as const)(
  'a buyer whose page is in %s pays by card in Paymob’s field, and the card goes to Paymob alone',
  async (locale, device, colors, hint, title) => {
    const session = await openSession(locale);
    const page = await openPage(device, colors, locale);
    const receivers = new Set<string>();
    page.on('request', (request) => {
      if (request.postData()?.includes('5123')) receivers.add(new URL(request.url()).origin);
    });
    await page.goto(session.url ?? '');
    await page.getByText(hint).waitFor();
    expect(await page.locator('[name^="card."]').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `paymob-card-${locale}`);
    await page.click('button[type=submit]');
    const field = page.frameLocator('.field-frame').frameLocator('iframe');
    await field.locator('[name=number]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `paymob-field-${locale}`);
    await payInField(field, '5123456789012346');
    await expectPanel(page, title);
    expect([...receivers]).toEqual([paymob.url]);
    await photograph(page, `paymob-paid-${locale}`);
    await expectPaid(session);
    await page.context().close();
  },
  120_000,
);

test('a challenge that fails in Paymob’s field brings the form back with the reason, and the next card pays', async () => {
  const session = await openSession('en');
  const { page, field } = await openField(session, desktop, 'light', 'en');
  await payInField(field, '4000000000003220');
  await field.locator('[name=otp]').fill('000000');
  await field.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.notice').first().waitFor();
  await photograph(page, 'paymob-field-declined-en');
  await page.click('button[type=submit]');
  await payInField(page.frameLocator('.field-frame').frameLocator('iframe'), '5123456789012346');
  await expectPanel(page, 'Payment successful');
  await expectPaid(session);
  await page.context().close();
}, 120_000);

test.each([
  ['en', phone, 'Continue to the payment page', 'Payment successful'],
  ['ar', desktop, 'المتابعة إلى صفحة الدفع', 'تم الدفع بنجاح'],
] as const)(
  'a buyer whose page is in %s and whose field does not load pays on Paymob’s page and comes back to a paid checkout',
  async (locale, device, go, title) => {
    const session = await openSession(locale);
    const page = await openPage(device, 'light', locale);
    await page.route(`${paymob.url}/pixel/main.js`, (route) => route.abort());
    await page.goto(session.url ?? '');
    await page.locator('button[type=submit]').click();
    const link = page.getByRole('link', { name: go });
    await link.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `paymob-field-failed-${locale}`);
    await link.click();
    await page.waitForURL(`${paymob.url}/**`);
    const form = page.locator('form[data-type=card]');
    for (const [name, text] of [
      ['number', '5123456789012346'],
      ['expiry', '12/34'],
      ['cvv', '123'],
    ] as const)
      await form.locator(`[name=${name}]`).pressSequentially(text);
    await form.locator('button').click();
    await page.waitForURL(`${world.gatewayUrl}/c/**`);
    await expectPanel(page, title);
    await expectPaid(session);
    await page.context().close();
  },
  120_000,
);

test('a page of a merchant’s may show the field too, which shows nothing without the payment’s secret', async () => {
  const { id } = await eventually(async () => {
    const { body } = await world.api<{ data: ProviderConnection[] }>('GET', '/provider-connections', undefined, {
      key: world.accounts.keys.liveSecret,
    });
    expect(body.data).toHaveLength(1);
    return body.data[0] as ProviderConnection;
  });
  const answer = await fetch(`${world.gatewayUrl}/providers/paymob/field/${id}`);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`${paymob.url}/pixel/;`);
  expect(policy).not.toContain('frame-ancestors');
  const text = await answer.text();
  for (const secret of [paymob.liveAccount.apiKey, paymob.liveAccount.secretKey, paymob.liveAccount.hmacSecret])
    expect(text).not.toContain(secret);
  expect((await fetch(`${world.gatewayUrl}/providers/stripe/field/${id}`)).status).toBe(404);
  const page = await openPage(desktop, 'light', 'en');
  await page.goto(`${world.gatewayUrl}/providers/paymob/field/${id}`);
  expect(await page.locator('iframe').count()).toBe(0);
  await page.context().close();
});

test('a kiosk gives its number on our own page, and a wallet leads to its own', async () => {
  const kiosk = await openSession('en');
  const page = await openPage(phone, 'light', 'en');
  await page.goto(kiosk.url ?? '');
  await page.check('[name=methodGroup][value=voucher]');
  await page.click('button[type=submit]');
  await page.locator('.ticket-number').waitFor();
  await photograph(page, 'paymob-kiosk-en');
  await page.context().close();

  const wallet = await openSession('en');
  const other = await openPage(phone, 'light', 'en');
  await other.goto(wallet.url ?? '');
  await other.check('[name=methodGroup][value=mobile_wallet]');
  await other.fill('[name="method.phone"]', '01012345678');
  await photograph(other, 'paymob-wallet-en');
  await other.click('button[type=submit]');
  await other.waitForURL(`${paymob.url}/**`);
  await other.context().close();
}, 120_000);

const unanswered = {
  en: 'Your payment could not be processed. You were not charged. Please try again in a moment.',
  ar: 'تعذّر تنفيذ الدفع. لم يُخصم منك أي مبلغ. يرجى المحاولة بعد قليل.',
};
const refused = {
  en: 'Your payment could not be started. You were not charged.',
  ar: 'تعذّر بدء الدفع. لم يُخصم منك أي مبلغ.',
};

test.each([
  ['away', 'en', phone, 'light', { effect: 'html_500' }, unanswered.en],
  ['away', 'ar', desktop, 'dark', { effect: 'html_500' }, unanswered.ar],
  ['refusing', 'en', desktop, 'light', { effect: 'status', status: 400, body: { amount: ['Too large.'] } }, refused.en],
  ['refusing', 'ar', phone, 'dark', { effect: 'status', status: 400, body: { amount: ['Too large.'] } }, refused.ar],
] as const)(
  'while Paymob is %s, the page in %s says that nothing was charged, and the buyer pays by the next try',
  async (name, locale, device, colors, fault, text) => {
    const session = await openSession(locale);
    const page = await openPage(device, colors, locale);
    await page.goto(session.url ?? '');
    await page.locator('button[type=submit]').waitFor();
    paymob.faults.add({ ...fault, path: '/v1/intention/', times: null });
    await page.click('button[type=submit]');
    await page.getByText(text).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `paymob-${name}-${locale}`);
    paymob.faults.clear();
    await page.click('button[type=submit]');
    await page.frameLocator('.field-frame').frameLocator('iframe').locator('[name=number]').waitFor();
    await page.context().close();
  },
  120_000,
);
