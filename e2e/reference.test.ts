import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventTypes, operations, type Operation } from '@mizan/contracts';
import { launchBrowser } from '@mizan/stack/launch-browser';
import type { World } from '@mizan/testing';
import { startPlatform } from './storefront.test-support.ts';

let world: World;
beforeAll(async () => {
  world = await startPlatform();
});
afterAll(() => world.stop());

const rows = (Object.entries(operations) as [string, Operation][]).filter(([, row]) => row.example !== undefined);

test.each(rows)('the example of %s works as it is', async (id, row) => {
  const path = row.path.replace('{id}', await recordFor(id));
  const { status, body } = await world.api(
    row.method,
    id === 'createPrice' ? `${path}?productId=${await product()}` : path,
    row.example,
  );
  expect([status, body.error]).toEqual([row.status, undefined]);
});

const made = async (path: string, body: object) => (await world.api<{ id: string }>('POST', path, body)).body.id;
const product = () => made('/products', { name: 'Tea' });

/** The id that the path of an operation needs. */
async function recordFor(id: string): Promise<string> {
  const { createCustomer, createApiKey, createPrice, createCheckoutSession, createPaymentLink, createCoupon } =
    operations;
  if (id === 'updateProduct') return product();
  if (id === 'updatePrice' || id === 'setPriceStock')
    return made(`/prices?productId=${await product()}`, createPrice.example);
  if (id === 'updateCustomer') return made('/customers', createCustomer.example);
  if (id === 'updateCheckoutSession') return made('/checkout/sessions', createCheckoutSession.example);
  if (id === 'updatePaymentLink') return made('/payment-links', createPaymentLink.example);
  if (id === 'updateCoupon') return made('/coupons', createCoupon.example);
  if (id === 'updatePromotionCode')
    return made('/promotion-codes', { couponId: await made('/coupons', createCoupon.example) });
  if (id === 'updateApiKey') return made('/api-keys', createApiKey.example);
  return '';
}

test('the reference shows every operation and sends an example with a pasted key, from this origin alone', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== new URL(world.gatewayUrl).origin) complaints.push(request.url());
    });
    await page.goto(`${world.gatewayUrl}/docs`);
    await page.locator('#reference .authorize').first().click();
    const form = page.locator('form', { hasText: 'apiKey (http' });
    await form.getByLabel('auth-bearer-value').fill(world.accounts.keys.testSecret);
    await form.getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.close-modal').click();
    await page.locator('#operations-tag-catalog').click();
    const create = page.locator('#operations-catalog-createProduct');
    await create.locator('.opblock-summary-control').click();
    await create.getByRole('button', { name: 'Try it out' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('the reference of events shows every type with its subject and schema, from this origin alone', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== new URL(world.gatewayUrl).origin) complaints.push(request.url());
    });
    await page.goto(`${world.gatewayUrl}/docs/events`);
    await page.locator('#reference .opblock').first().waitFor();
    const shown = await page.locator('#reference .opblock-summary-path').allInnerTexts();
    expect(shown.map((type) => type.replaceAll('\u200b', '').trim())).toEqual([...eventTypes]);
    const event = page.locator('#reference .opblock', { hasText: 'refund.failed' }).first();
    await event.locator('.opblock-summary-control').click();
    await event.getByText('events.v1.{mode}.{merchantId}.refund.failed').waitFor();
    await event.locator('.highlight-code', { hasText: '"specversion"' }).waitFor();
    expect(await event.getByText('Try it out').count()).toBe(0);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
