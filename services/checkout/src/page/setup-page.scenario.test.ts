import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { startFront, type Front } from './front.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

let world: CheckoutWorld;
let front: Front;
let browser: Browser;

beforeAll(async () => {
  world = await startCheckout();
  world.siblings.customers.set('cus_nour', {
    id: 'cus_nour',
    type: 'registered',
    name: 'Nour',
    email: 'nour@example.com',
    metadata: {},
  });
  front = await startFront(world, new URL((await openSetup()).url).origin, async () => {});
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await front.close();
  await world.stop();
});

async function openSetup(): Promise<CheckoutSession> {
  const { body } = await world.merchant<CheckoutSession>('POST', '/checkout/sessions', {
    mode: 'setup',
    customerId: 'cus_nour',
  });
  return body;
}

/** Opens the page of a new session; a page that throws fails its test. */
async function openPage(locale: string): Promise<{ page: Page; session: CheckoutSession; complaints: string[] }> {
  const session = await openSetup();
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, locale })).newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(session.url);
  await page.waitForSelector('[name="card.number"]');
  return { page, session, complaints };
}

async function save(page: Page, number: string): Promise<void> {
  await page.fill('[name="card.number"]', number);
  await page.fill('[name="card.expiry"]', '12 / 34');
  await page.fill('[name="card.cvc"]', '123');
  await page.click('button[type=submit]');
}

const textOf = (page: Page) => page.locator('body').innerText();

test('the buyer saves a card and reads of no amount, before and after', async () => {
  const { page, session, complaints } = await openPage('en-GB');
  expect(await page.textContent('h1')).toBe('Save your card with Nile Soap House');
  expect(await page.textContent('button[type=submit]')).toBe('Save card');
  expect(await textOf(page)).toContain('You will not be charged now.');
  expect(await textOf(page)).not.toMatch(/EGP|Free|Total|Show details|Hide details/);
  await save(page, cards.good);
  await eventually(async () => expect(await page.textContent('.panel-title')).toBe('Card saved'));
  expect(await textOf(page)).not.toMatch(/EGP|Free|order/);
  expect((await world.readSession(session.id)).paymentMethodId).toMatch(/^pm_/);
  expect(complaints).toEqual([]);
});

test('a declined card is reported, and another is saved in its place', async () => {
  const { page, session } = await openPage('en-GB');
  await save(page, cards.declined);
  await eventually(async () => expect(await page.textContent('#notice')).toContain('Your card was declined.'));
  await save(page, cards.good);
  await eventually(async () => expect(await page.textContent('.panel-title')).toBe('Card saved'));
  expect((await world.readSession(session.id)).status).toBe('complete');
});

test('in Arabic, too', async () => {
  const { page, complaints } = await openPage('ar-EG');
  expect(await page.textContent('h1')).toBe('حفظ بطاقتك لدى Nile Soap House');
  expect(await page.textContent('button[type=submit]')).toBe('حفظ البطاقة');
  expect(await textOf(page)).not.toMatch(/ج\.م|EGP/);
  await save(page, cards.good);
  await eventually(async () => expect(await page.textContent('.panel-title')).toBe('تم حفظ البطاقة'));
  expect(complaints).toEqual([]);
});
