import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, Price, Product } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { BuyerPage, phone } from './buyer-page.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let buyer: BuyerPage;
let page: BrowserPage;

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.world.stop();
});
beforeEach(() => openPage('light'));

async function openPage(colors: 'light' | 'dark'): Promise<void> {
  await buyer?.close();
  buyer = await BuyerPage.open(browser, shop.world.gatewayUrl, phone, colors);
  page = buyer.page;
}

/** Without the spaces and marks that `Intl` writes into amounts. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ').replaceAll(/[\u200E\u200F]/g, '');
const isShown = (selector: string, text: string): Promise<void> =>
  eventually(async () => expect(plain(await page.textContent(selector)).trim()).toBe(text));
const payButton = 'button[type=submit]';
const review = 'The total has changed. Please review it before you pay.';
const intentOf = async ({ id }: CheckoutSession) => (await shop.session(id)).paymentIntent;
const expectPaid = async ({ id }: CheckoutSession, amountTotal: number): Promise<void> => {
  await buyer.expectPanel('Payment successful');
  expect(await shop.session(id)).toMatchObject({ paymentStatus: 'paid', amountTotal });
};

/** A session of which the buyer chooses what to pay: EGP 50.00 until they do. */
async function openDonation(limits: object, more: Record<string, unknown> = {}): Promise<CheckoutSession> {
  const { id } = await shop.expect<Product>(201, 'POST', '/products', { name: 'Donation' });
  const customUnitAmount = { minimum: null, maximum: null, preset: 5_000, ...limits };
  const body = { currency: 'EGP', type: 'CUSTOM', customUnitAmount };
  const session = await shop.openSession(await shop.expect<Price>(201, 'POST', `/prices?productId=${id}`, body), more);
  await buyer.goTo(session.url);
  return session;
}

describe('an amount that the buyer chooses', () => {
  const amount = '.custom-amount input';
  const fromTo = { minimum: 1_000, maximum: 100_000 };

  test('is never another than the one in the field: with a wrong one nothing is paid, and it says why', async () => {
    const session = await openDonation(fromTo);
    await buyer.typeCard(cards.good);
    for (const wrong of ['5', 'abc', '', '0005000.999', '1000.01']) {
      await page.fill(amount, wrong);
      await buyer.pay();
      await isShown('.custom-amount [role=alert]', 'Enter an amount from EGP 10.00 to EGP 1,000.00.');
      expect(await page.evaluate(`document.activeElement === document.querySelector('${amount}')`)).toBe(true);
      expect(await page.getAttribute(amount, 'aria-invalid')).toBe('true');
    }
    expect(await findBarriers(page)).toEqual([]);
    expect(await intentOf(session)).toBeNull();
    await page.fill(amount, '75');
    expect(await page.locator('.custom-amount [role=alert]').count()).toBe(0);
    await buyer.pay();
    await isShown('#notice p', review);
    expect(await intentOf(session)).toBeNull();
    await isShown(payButton, 'Pay EGP 75.00');
    await buyer.pay();
    await expectPaid(session, 7_500);
    expect(buyer.complaints).toEqual([]);
  });

  test.each([
    [{ minimum: 1_000 }, '9.99', 'Enter at least EGP 10.00.'],
    [{ maximum: 100_000 }, '1000.01', 'Enter at most EGP 1,000.00.'],
    [{}, '-5', 'Enter an amount.'],
  ])('with the limits %j that is %s says what to enter', async (limits, wrong, text) => {
    await openDonation(limits);
    await page.fill(amount, wrong);
    await page.press(amount, 'Enter');
    await isShown('.custom-amount [role=alert]', text);
  });

  test.each([
    ['tapped', () => page.tap(payButton)],
    ['clicked', () => page.click(payButton)],
    ['reached with the keyboard', () => page.press('[name="card.cvc"]', 'Enter')],
  ])('is applied before anything is paid when the button is %s at once', async (_how, press) => {
    const session = await openDonation(fromTo);
    await buyer.typeCard(cards.good);
    await page.fill(amount, '20');
    await press();
    await isShown(payButton, 'Pay EGP 20.00');
    expect(await intentOf(session)).toBeNull();
    await page.click(payButton);
    await expectPaid(session, 2_000);
  });

  test('that no method accepts is not replaced by the one before', async () => {
    const session = await openDonation({});
    await buyer.typeCard(cards.good);
    await page.fill(amount, '0.50');
    for (const _ of ['once', 'again']) {
      const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await buyer.pay();
      expect((await refused).status()).toBe(400);
      await isShown('#notice p', 'No payment method accepts this total. Please change your order.');
    }
    expect(await intentOf(session)).toBeNull();
  });

  test.each(['light', 'dark'] as const)('says what to enter in Arabic on a %s phone', async (colors) => {
    await openPage(colors);
    await openDonation(fromTo, { locale: 'ar' });
    await page.fill(amount, '5');
    await buyer.pay();
    await isShown('.custom-amount [role=alert]', 'أدخل مبلغًا من 10.00 ج.م. إلى 1,000.00 ج.م.');
    expect([await findBarriers(page), await buyer.width()]).toEqual([[], 360]);
    await photograph(page, `amount-wrong-ar-${colors}`);
  });
});
