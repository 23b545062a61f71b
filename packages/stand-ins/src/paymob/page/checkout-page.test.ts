import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { launchBrowser } from '@mizan/testing';
import { openShop, type Json, type Shop } from '../shop.test-support.ts';

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let shop: Shop;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

const phone = { width: 360, height: 740 };

async function openCheckout(intention: Json, language: 'en' | 'ar') {
  const context = await browser.newContext({ viewport: phone, locale: language });
  const page = await context.newPage();
  const query = new URLSearchParams({
    publicKey: shop.paymob.account.publicKey,
    clientSecret: intention.client_secret,
  });
  await page.goto(`${shop.paymob.url}/unifiedcheckout/?${query}`);
  return { page, context };
}

const allMethods = (): (number | undefined)[] => {
  const { card, applePay, wallet, kiosk, valu } = shop.paymob.account.integrations;
  return [card, applePay, wallet, kiosk, valu];
};

test.each([
  ['en', 'ltr', 'no real money moves'],
  ['ar', 'rtl', 'لا تنتقل أموال حقيقية'],
] as const)('on a phone in %s every method fits, and the page says what it is', async (language, direction, note) => {
  const { body: intention } = await shop.intend('card', { payment_methods: allMethods() });
  const { page, context } = await openCheckout(intention, language);
  expect(await page.getByRole('note').textContent()).toContain(note);
  expect(await page.locator('html').getAttribute('dir')).toBe(direction);
  expect(await page.locator('section').count()).toBe(5);
  expect(await page.evaluate(() => (globalThis as Json).document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  await context.close();
});

test('a buyer pays with a card and is back in the shop', async () => {
  const { body: intention } = await shop.intend('card', { payment_methods: allMethods() });
  const { page, context } = await openCheckout(intention, 'en');
  await page.locator('[name=number]').fill('5123456789012346');
  expect(await page.locator('[name=number]').inputValue()).toBe('5123 4567 8901 2346');
  await page.locator('[name=expiry]').fill('0139');
  await page.locator('[name=cvv]').fill('123');
  await page.locator('form[data-type=card] button').click();
  await page.waitForURL(`${shop.merchant.url}/return**`);
  expect(new URL(page.url()).searchParams.get('success')).toBe('true');
  await context.close();
});

test('a buyer who pays by wallet passes PIN and password, one who chooses cash gets a reference', async () => {
  const { body: first } = await shop.intend('card', { payment_methods: allMethods() });
  const { page, context } = await openCheckout(first, 'ar');
  await page.locator('form[data-type=wallet] [name=phone]').fill('01010101010');
  await page.locator('form[data-type=wallet] button').click();
  await page.locator('[name=pin]').fill('123456');
  await page.locator('[name=otp]').fill('123456');
  await page.getByRole('button', { name: 'متابعة' }).click();
  await page.waitForURL(`${shop.merchant.url}/return**`);
  await context.close();
  const { body: second } = await shop.intend('card', { payment_methods: allMethods() });
  const cash = await openCheckout(second, 'en');
  await cash.page.locator('form[data-type=kiosk] button').click();
  const reference = await cash.page.locator('.reference').textContent();
  expect(Number(reference)).toBe(shop.paymob.records().at(-1)?.id);
  await cash.page.getByRole('button', { name: 'Paid at the outlet' }).click();
  await cash.page.getByRole('heading', { name: 'Payment received' }).waitFor();
  await cash.context.close();
});
