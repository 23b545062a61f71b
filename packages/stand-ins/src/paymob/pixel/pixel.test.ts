import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { launchBrowser } from '@mizan/testing';
import { openShop, type Json, type Shop } from '../shop.test-support.ts';

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let shop: Shop;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());
beforeEach(async () => void (shop = await openShop()));
afterEach(() => shop.close());

/** A page of the shop with the embedded field; what its hooks were called with is kept in `window.calls`. */
async function openPage(intention: Json, options = '') {
  shop.merchant.page = `<!doctype html><html lang="en"><div id="field"></div><button id="own">Buy</button>
    <script>window.calls = []; window.onerror = (message) => calls.push(['error', message]);</script>
    <script type="module" src="${shop.paymob.url}/pixel/main.js"></script>
    <script type="module">
      own.onclick = () => window.dispatchEvent(new Event('payFromOutside'));
      new Pixel({
        publicKey: '${shop.paymob.account.publicKey}', clientSecret: '${intention.client_secret}', elementId: 'field',
        paymentMethods: ['card', 'apple-pay'],
        beforePaymentComplete: async (method) => { calls.push(['before', method]); return !window.isStopped; },
        afterPaymentComplete: async (response) => { calls.push(['after', response.success, response]); },
        onPaymentCancel: () => calls.push(['cancel']),
        cardValidationChanged: (isValid) => calls.push(['valid', isValid]),
        customStyle: { Color_Primary: 'rgb(1, 2, 3)' },
        ${options}
      });
    </script>`;
  const page = await browser.newPage();
  await page.goto(`${shop.merchant.url}/shop`);
  const frame = page.frameLocator('#field iframe');
  const calls = () => page.evaluate(() => (globalThis as Json).calls.map((call: Json[]) => call.slice(0, 2)));
  const fill = async (number = '5123456789012346') => {
    await frame.locator('[name=number]').fill(number);
    await frame.locator('[name=expiry]').fill('0139');
    await frame.locator('[name=cvv]').fill('123');
  };
  const until = (name: string) =>
    page.waitForFunction((wanted) => (globalThis as Json).calls.some(([each]: Json[]) => each === wanted), name);
  return { page, frame, calls, fill, until };
}

test('the card goes to the stand-in alone, and the hooks see method, validity and result', async () => {
  const { body: intention } = await shop.intend();
  const { page, frame, calls, fill, until } = await openPage(intention);
  const urls: string[] = [];
  page.on('request', (request) => void (request.postData()?.includes('5123') && urls.push(request.url())));
  await fill();
  const button = frame.locator('#card button');
  expect(await button.evaluate((element) => (globalThis as Json).getComputedStyle(element).backgroundColor)).toBe(
    'rgb(1, 2, 3)',
  );
  await button.click();
  await until('after');
  expect(await calls()).toEqual([
    ['valid', true],
    ['before', 'card'],
    ['after', 'true'],
  ]);
  expect(urls).toEqual([`${shop.paymob.url}/pixel/pay`]);
  const response = await page.evaluate(() => (globalThis as Json).calls.at(-1)[2]);
  await shop.paymob.idle();
  expect(shop.callbacks()[0].hmac).toBe(response.hmac);
  await page.close();
});

test('the shop’s own button pays by the event payFromOutside, and a hook that returns false stops it', async () => {
  const { body: intention } = await shop.intend();
  const { page, frame, calls, fill, until } = await openPage(intention, 'disablePay: true, forceSaveCard: true');
  await fill();
  expect(await frame.locator('#card button').count()).toBe(0);
  await page.evaluate(() => void ((globalThis as Json).isStopped = true));
  await page.click('#own');
  await until('before');
  expect(shop.paymob.records()).toEqual([]);
  await page.evaluate(() => void ((globalThis as Json).isStopped = false));
  await page.click('#own');
  await until('after');
  expect((await calls()).at(-1)).toEqual(['after', 'true']);
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ type }) => type)).toEqual(['TRANSACTION', 'TOKEN']);
  await page.close();
});

test('a challenge runs inside the field; after a decline another card can pay', async () => {
  const { body: intention } = await shop.intend();
  const { page, frame, calls, fill } = await openPage(intention, 'showSaveCard: true');
  await fill('4000000000003220');
  await frame.locator('#card button').click();
  await frame.locator('[name=otp]').fill('000000');
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.locator('[name=number]').waitFor();
  await fill();
  await frame.locator('#card button').click();
  await page.waitForFunction(() => (globalThis as Json).calls.at(-1)[1] === 'true');
  expect((await calls()).filter(([name]: Json[]) => name === 'after')).toEqual([
    ['after', 'false'],
    ['after', 'true'],
  ]);
  await page.close();
});

test('Apple Pay approves by its sheet, and a closed sheet is a cancellation', async () => {
  const { integrations } = shop.paymob.account;
  const { body: intention } = await shop.intend('card', {
    payment_methods: [integrations.card, integrations.applePay],
  });
  const { page, frame, calls, until } = await openPage(intention);
  await frame.getByRole('button', { name: 'Apple Pay' }).click();
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await until('cancel');
  await frame.getByRole('button', { name: 'Apple Pay' }).click();
  await frame.locator('.approve').click();
  await until('after');
  expect(await calls()).toEqual([['before', 'apple-pay'], ['cancel'], ['before', 'apple-pay'], ['after', 'true']]);
  await page.close();
});

test('a changed amount is shown after updateIntentionData', async () => {
  const { body: intention } = await shop.intend();
  const { page, frame } = await openPage(intention);
  await frame.getByRole('button', { name: '100.00' }).waitFor();
  await shop.call('PUT', `/v1/intention/${intention.client_secret}`, {
    as: `Token ${shop.paymob.account.secretKey}`,
    body: { accept_order_id: intention.intention_order_id, amount: 25_000 },
  });
  await page.evaluate(() => (globalThis as Json).Pixel.updateIntentionData());
  await frame.getByRole('button', { name: '250.00' }).waitFor();
  await page.close();
});

test('an hour after its creation an intention is no longer shown in the field, nor paid there', async () => {
  const { body: intention } = await shop.intend();
  const { publicKey } = shop.paymob.account;
  const query = new URLSearchParams({ publicKey, clientSecret: intention.client_secret });
  const show = async () => (await shop.call('GET', `/pixel/frame?${query}`)).status;
  expect(await show()).toBe(200);
  shop.clock.advance(60 * 60 * 1000);
  expect(await show()).toBe(400);
  const { status } = await shop.call('POST', '/pixel/pay', {
    body: { publicKey, clientSecret: intention.client_secret, method: 'card' },
  });
  expect(status).toBe(400);
  expect((await shop.call('GET', `/unifiedcheckout/?${query}`)).status).toBe(200); // it has its own expiration
});
