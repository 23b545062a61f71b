import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, launchBrowser } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { startFront, type Front } from './front.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

let world: CheckoutWorld;
let front: Front;
let browser: Browser;
let page: Awaited<ReturnType<Browser['newPage']>>;
let complaints: string[] = [];

beforeAll(async () => {
  world = await startCheckout({ nats: true });
  const { url } = await world.openSession();
  front = await startFront(world, new URL(url).origin, async () => {});
  browser = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await front.close();
  await world.stop();
});
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })).newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
});

test('only what is sold by the piece has buttons for more and fewer', async () => {
  const custom = { type: 'CUSTOM' as const, unitAmount: null };
  const gift = world.siblings.addPrice({
    ...custom,
    customUnitAmount: { minimum: null, maximum: null, preset: 1_000 },
  });
  const soap = world.siblings.addPrice();
  const session = await world.openSession({
    lineItems: [gift, soap].map(({ price }) => ({ price: price.id, adjustableQuantity: { enabled: true } })),
  });
  await page.goto(session.url);
  await eventually(async () => expect(await page.locator('.stepper').count()).toBe(1));
  expect(await page.locator('.line', { has: page.locator('.stepper') }).textContent()).toContain('EGP\u00a0125.00');
  expect(complaints).toEqual([]);
});
