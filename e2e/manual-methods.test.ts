import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AccountProfile, CheckoutSession, PaymentIntent, Price, Product } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { BuyerPage, desktop, phone } from './buyer-page.test-support.ts';
import { type LivePlatform, startLivePlatform } from './live-platform.test-support.ts';
import { findBarriers } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';
const iban = 'EG380019000500000000263180002';

let platform: LivePlatform;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startLivePlatform(), launchBrowser()]);
  const { mizan, accountId, connected, world } = platform;
  await mizan('providers', 'disconnect', accountId, connected.id);
  const { body } = await world.api<{ data: AccountProfile[] }>('GET', '/operator/accounts?limit=100', undefined, {
    key: operatorToken,
  });
  const { supportedCurrencies = [], feeSchedule = [] } = body.data.find(({ id }) => id === accountId) ?? {};
  const terms = { brand: null, isOnUs: null, isInternational: null, provider: null, ratePpm: 10_000, fixed: 0 };
  await world.api(
    'PATCH',
    `/operator/accounts/${accountId}`,
    {
      supportedCurrencies: [
        ...supportedCurrencies.map(({ code, paymentMethodTypes }) => ({ code, paymentMethodTypes })),
        { code: 'LYD', paymentMethodTypes: ['cash_on_delivery'] },
      ],
      feeSchedule: [
        ...feeSchedule,
        { ...terms, refundFixed: 0, paymentMethodType: 'cash_on_delivery', currency: 'LYD' },
      ],
    },
    { key: operatorToken },
  );
  await mizan(
    ...['accounts', 'settings', accountId, '--cash-on-delivery', 'on', '--instapay', 'soap@instapay'],
    ...['--bank-transfer', `EGP,${iban},Nile Soap House,National Bank of Egypt`],
  );
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

const openSession = async (currency: string, unitAmount: number, locale = 'en'): Promise<CheckoutSession> => {
  const { live } = platform;
  const product = await live<Product>('POST', '/products', { name: 'Olive oil soap' });
  const price = await live<Price>('POST', `/prices?productId=${product.body.id}`, {
    currency,
    unitAmount,
    type: 'ONE_TIME',
  });
  return eventually(async () => {
    const session = await live<CheckoutSession>('POST', '/checkout/sessions', {
      lineItems: [{ price: price.body.id, quantity: 1 }],
      locale,
      customerDetails: { email: 'mona@example.com' },
    });
    expect([session.status, (session.body as { error?: object }).error]).toEqual([201, undefined]);
    return session.body;
  });
};

const typesOf = ({ paymentMethodTypes }: CheckoutSession) => paymentMethodTypes.map(({ type }) => type).sort();

test('Libyan dinars are paid in cash at the door, without any provider, also after the buyer had refused the goods', async () => {
  const session = await openSession('LYD', 12_345);
  expect(typesOf(session)).toEqual(['cash_on_delivery']);
  const buyer = await BuyerPage.open(browser, platform.world.gatewayUrl, phone);
  await buyer.goTo(session.url);
  for (const [name, text] of [
    ['phone', '+218 91 234 5678'],
    ['shipping.name', 'Mona'],
    ['shipping.line1', '1 Omar Mukhtar St'],
    ['shipping.city', 'Tripoli'],
  ] as const)
    await buyer.page.fill(`[name="${name}"]`, text);
  await buyer.page.selectOption('[name="shipping.country"]', 'LY');
  await buyer.pay();
  await buyer.expectPanel('Order placed');
  expect(await buyer.page.textContent('.panel')).toMatch(/LYD\s12\.345/);
  const paid = await eventually(async () => {
    const { body } = await platform.live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
    expect(body).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
    return body;
  });
  const mark = (end: 'paid' | 'failed') =>
    platform.live<PaymentIntent>('POST', `/payment-intents/${paid.paymentIntentId}/mark-${end}`);
  expect((await mark('failed')).body.status).toBe('FAILED');
  const marked = await mark('paid');
  expect(marked.body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 12_345, currency: 'LYD' });
  await eventually(async () => {
    const { body } = await platform.live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
    expect(body.paymentStatus).toBe('paid');
  });
  expect(buyer.complaints).toEqual([]);
}, 120_000);

const rests = {
  en: {
    texts: { transfer: 'Transfer exactly the remaining', instapay: 'Send exactly the remaining' },
    received: 'Received so far',
    left: 'Left to pay',
  },
  ar: {
    texts: { transfer: 'حوّل المبلغ المتبقي', instapay: 'أرسل المبلغ المتبقي' },
    received: 'المبلغ الذي وصل',
    left: 'المبلغ المتبقي',
  },
};
/** Without the currency, and the marks and spaces around it. */
const plain = (text: string): string => text.replaceAll(/EGP|ج\.م\.|[\u00a0\u200f]/g, '');

test.each([
  ['en', phone, 'light'],
  ['ar', desktop, 'dark'],
] as const)(
  'a page in %s shows the merchant’s own bank account and InstaPay address, with a reference, and asks for the rest once a part came',
  async (locale, device, colors) => {
    for (const [way, shown, name] of [
      ['bank_transfer', iban.replaceAll(/(.{4})(?=.)/g, '$1 '), 'transfer'],
      ['bank_app', 'soap@instapay', 'instapay'],
    ] as const) {
      const session = await openSession('EGP', 12_500, locale);
      expect(typesOf(session)).toEqual(['bank_transfer', 'cash_on_delivery', 'instapay']);
      const buyer = await BuyerPage.open(browser, platform.world.gatewayUrl, { ...device, locale }, colors);
      await buyer.goTo(session.url);
      await buyer.choose(way);
      await buyer.page.getByText({ en: 'Get transfer details', ar: 'عرض بيانات التحويل' }[locale]).waitFor();
      await photograph(buyer.page, `live-methods-${name}-${locale}`);
      await buyer.pay();
      await buyer.page.getByText(shown).waitFor();
      expect(await buyer.page.textContent('.details-list')).toMatch(/[2-9B-Z]{4}-[2-9B-Z]{4}-[2-9B-Z]{4}/);
      expect(await findBarriers(buyer.page)).toEqual([]);
      await photograph(buyer.page, `live-${name}-${locale}`);

      const { body } = await platform.live<CheckoutSession>('GET', `/checkout/sessions/${session.id}`);
      const markPaid = (receipt: object) =>
        platform.live<PaymentIntent>('POST', `/payment-intents/${body.paymentIntentId}/mark-paid`, receipt);
      expect((await markPaid({ amountReceived: 5_000 })).body.status).toBe('PROCESSING');
      const { texts, received, left } = rests[locale];
      await buyer.page.getByText(texts[name]).waitFor();
      const rows = (await buyer.page.locator('.details-list .detail-row').allTextContents()).map(plain);
      expect(rows).toEqual(expect.arrayContaining([`${received}50.00`, `${left}75.00`]));
      expect(plain((await buyer.page.textContent('.panel-title')) ?? '')).toContain(' 75.00');
      expect(plain((await buyer.page.textContent('.panel')) ?? '')).not.toContain('125.00');
      expect(await findBarriers(buyer.page)).toEqual([]);
      await photograph(buyer.page, `live-${name}-rest-${locale}`);

      expect((await markPaid({})).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 12_500 });
      await buyer.expectPanel({ en: 'Payment successful', ar: 'تم الدفع بنجاح' }[locale]);
      expect(buyer.complaints).toEqual([]);
      await buyer.page.context().close();
    }
  },
  120_000,
);
