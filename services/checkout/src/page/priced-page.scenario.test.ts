import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, launchBrowser } from '@mizan/testing';
import { demoProfile } from '@mizan/testing';
import { cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { startFront, type Front } from './front.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>;

let world: CheckoutWorld;
let front: Front;
let browser: Browser;

beforeAll(async () => {
  world = await startCheckout({ nats: true });
  const foreign = {
    paymentMethodType: 'card',
    brand: null,
    isOnUs: null,
    isInternational: true,
    provider: null,
    refundFixed: 0,
  } as const;
  world.siblings.account = {
    ...world.siblings.account,
    feeSchedule: [
      ...demoProfile('acct_test').feeSchedule.map((row) =>
        row.paymentMethodType === 'fawry' ? { ...row, ratePpm: 10_000, fixed: 0 } : row,
      ),
      { ...foreign, currency: 'EGP', ratePpm: 39_000, fixed: 300 },
      { ...foreign, isInternational: false, brand: 'mastercard', currency: 'EGP', ratePpm: 30_000, fixed: 0 },
    ],
  };
  const { url } = await world.openSession();
  front = await startFront(world, new URL(url).origin, async () => {});
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await front.close();
  await world.stop();
});

const open = async (url: string, options: { locale?: string; width?: number } = {}): Promise<BrowserPage> => {
  const { locale = 'en-GB', width = 360 } = options;
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 900 : 800 }, locale });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('button[type=submit]');
  return page;
};
/** The rows of the totals as the page shows them, spaces made plain. */
const rows = async (page: BrowserPage): Promise<Record<string, string>> =>
  page.$$eval('.totals > div', (found) =>
    Object.fromEntries(
      found.map((row) => [
        row.querySelector('dt')?.textContent ?? '',
        (row.querySelector('dd')?.textContent ?? '').replaceAll(/\s/g, ' '),
      ]),
    ),
  );
const button = async (page: BrowserPage): Promise<string> =>
  ((await page.textContent('button[type=submit]')) ?? '').replaceAll(/\s/g, ' ');
const passing = { feesPassThrough: true, vatCollectionEnabled: true, vatCollectionRate: 14 };
const goods = (unitAmount: number, currency: 'EGP' | 'GBP' = 'EGP') => [
  { price: world.siblings.addPrice({ unitAmount, currency }).price.id },
];
const typeCard = async (page: BrowserPage, number: string) => {
  await page.locator('[name="card.number"]').fill('');
  await page.locator('[name="card.number"]').pressSequentially(number);
};

test('VAT and the fee are shown before paying, and follow the method and the card that is typed', async () => {
  const session = await world.openSession({ lineItems: goods(100_000), feeConfig: passing });
  const page = await open(session.url);
  await eventually(async () =>
    expect(await rows(page)).toEqual({
      Subtotal: 'EGP 1,000.00',
      VAT: 'EGP 140.00',
      'Payment fee': 'EGP 40.42',
      'Total due': 'EGP 1,180.42',
    }),
  );
  expect(await button(page)).toBe('Pay EGP 1,180.42');
  await typeCard(page, '55555555');
  await eventually(async () => expect((await rows(page))['Payment fee']).toBe('EGP 40.37'));
  await page.click('text=Cash at a kiosk');
  await eventually(async () => expect((await rows(page))['Payment fee']).toBe('EGP 13.14'));
  await page.context().close();
});

test('a card that turns out dearer is not charged before its buyer has seen the price', async () => {
  const session = await world.openSession({ lineItems: goods(100_000), feeConfig: { feesPassThrough: true } });
  const page = await open(session.url);
  await page.fill('[name=email]', 'mona@example.com');
  await typeCard(page, cards.foreign);
  await page.locator('[name="card.expiry"]').pressSequentially('1234');
  await page.fill('[name="card.cvc"]', '123');
  await eventually(async () => expect(await button(page)).toBe('Pay EGP 1,035.90'));
  await page.click('button[type=submit]');
  await eventually(async () => expect(await button(page)).toBe('Pay EGP 1,050.10'));
  expect(await page.textContent('#notice')).toContain('The total has changed');
  await page.click('button[type=submit]');
  await eventually(async () => expect(await page.textContent('.panel-title')).toBe('Payment successful'));
  expect(world.siblings.intents.get(session.id)?.intent.amount).toBe(105_010);
  await page.context().close();
});

test('prices in another currency are shown with what is charged, and at which rate', async () => {
  const session = await world.openSession({ lineItems: goods(1_600, 'GBP'), feeConfig: passing });
  const page = await open(session.url);
  await eventually(async () =>
    expect(await rows(page)).toEqual({
      Subtotal: 'EGP 1,000.00',
      VAT: 'EGP 140.00',
      'Payment fee': 'EGP 40.42',
      'Total due': 'EGP 1,180.42',
      'Price in GBP': '£18.89',
      'Exchange rate': '1 GBP = 62.5 EGP',
    }),
  );
  expect(await page.textContent('.line-amount')).toContain('£16.00');
  await page.context().close();
});

test('a buyer chooses an amount in the currency of its price, within the limits that the price has in it', async () => {
  const { price } = world.siblings.addPrice({
    unitAmount: null,
    type: 'CUSTOM',
    currency: 'BHD',
    customUnitAmount: { minimum: 1_000, maximum: 50_000, preset: 20_000 },
  });
  const session = await world.openSession({ lineItems: [{ price: price.id }] });
  const page = await open(session.url);
  const field = page.getByLabel('Choose an amount');
  expect(await field.inputValue()).toBe('20.000');
  const shown = ((await page.textContent('.custom-amount')) ?? '').replaceAll(/\s/g, ' ');
  expect(shown).toBe('BHDFrom BHD 1.000 to BHD 50.000');
  await field.fill('30');
  await field.blur();
  await eventually(async () => expect((await rows(page))['Price in BHD']).toBe('BHD 30.000'));
  expect((await world.readSession(session.id)).presentmentDetails).toMatchObject({ amount: 30_000 });
});

test('a buyer who chose no amount, or one that no method accepts, reads so', async () => {
  const customUnitAmount = { minimum: null, maximum: null, preset: null };
  const { price } = world.siblings.addPrice({ unitAmount: null, type: 'CUSTOM', customUnitAmount });
  const session = await world.openSession({
    lineItems: [{ price: price.id }],
    customerDetails: { email: 'mona@example.com' },
  });
  const page = await open(session.url);
  const field = page.getByLabel('Choose an amount');
  const isShown = (text: string) =>
    eventually(async () => expect(await page.textContent('[role=alert]')).toContain(text));
  await eventually(async () => expect(await page.inputValue('[name=email]')).toBe('mona@example.com'));
  const said = [page.textContent('.amount'), page.textContent('button[type=submit]')];
  expect(await Promise.all(said)).toEqual(['Choose an amount', 'Choose an amount']); // and not that it is free
  await page.click('button[type=submit]');
  await isShown('Enter an amount.');
  await field.fill('0.50');
  await field.blur();
  await isShown('No payment method accepts this total.');
});

test('visiting a payment link opens no checkout: the fee is announced, and shown once the buyer starts', async () => {
  const { body: link } = await world.merchant<{ id: string; url: string }>('POST', '/payment-links', {
    lineItems: goods(100_000),
    feeConfig: { feesPassThrough: true },
  });
  const page = await open(link.url);
  await page.waitForSelector('.totals-note');
  expect(await page.textContent('.totals-note')).toContain('A payment fee is added');
  const sessions = () => world.merchant<{ totalCount: number }>('GET', `/checkout/sessions?paymentLinkId=${link.id}`);
  expect((await sessions()).body.totalCount).toBe(0);
  await page.fill('[name=email]', 'mona@example.com');
  await eventually(async () => expect((await rows(page))['Payment fee']).toBe('EGP 35.90'));
  expect((await sessions()).body.totalCount).toBe(1);
  await page.context().close();
});

test.each([
  ['en-GB', 360],
  ['ar-EG', 360],
  ['ar-EG', 1_280],
  ['en-GB', 1_280],
])('the lines fit in %s at %i pixels', async (locale, width) => {
  const session = await world.openSession({ lineItems: goods(1_600, 'GBP'), feeConfig: passing });
  const page = await open(session.url, { locale, width });
  await eventually(async () => expect(Object.keys(await rows(page))).toHaveLength(6));
  const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(scroll).toBe(inner);
  await page.context().close();
});
