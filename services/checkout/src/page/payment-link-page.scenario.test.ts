import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PaymentLink } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { cards, publishEvent, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linkBuyers, type LinkBuyers } from '../client/link-buyers.test-support.ts';
import { linksOf, type Links } from '../payment-links/payment-links.test-support.ts';
import { startFront, type Front } from './front.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>;

let world: CheckoutWorld;
let links: Links;
let buyers: LinkBuyers;
let front: Front;
let browser: Browser;
let page: BrowserPage;
/** What the browser complained about: a broken policy, a script error. */
let complaints: string[] = [];

const devices = {
  phone: { viewport: { width: 360, height: 740 }, locale: 'en-GB' },
  desktop: { viewport: { width: 1_280, height: 800 }, locale: 'ar-EG' },
};

beforeAll(async () => {
  world = await startCheckout({ nats: true });
  links = linksOf(world);
  buyers = linkBuyers(world);
  const { url } = await links.create();
  front = await startFront(world, new URL(url).origin, async (id) => {
    world.siblings.move(id, { status: 'SUCCEEDED', nextAction: null });
    await world.publish('payment_intent.succeeded', id);
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await front.close();
  await world.stop();
});
beforeEach(async () => {
  await use('phone');
});

const use = async (device: keyof typeof devices) => {
  await page?.context().close();
  page = await (await browser.newContext(devices[device])).newPage();
  complaints = [];
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && complaints.push(message.text()),
  );
  page.on('pageerror', (error) => complaints.push(error.message));
};
const panel = () => page.textContent('.panel-title');
const pay = async (number = cards.good) => {
  await page.fill('[name=email]', 'mona@example.com');
  for (const [name, text] of [
    ['card.number', number],
    ['card.expiry', '1234'],
    ['card.cvc', '123'],
  ] as const) {
    await page.locator(`[name="${name}"]`).fill('');
    await page.locator(`[name="${name}"]`).pressSequentially(text);
  }
  await page.click('button[type=submit]');
};
const onlySessionOf = async (link: PaymentLink) => {
  const sessions = await buyers.sessionsOf(link);
  expect(sessions).toHaveLength(1);
  return sessions[0];
};

test('on a phone: a buyer opens the link, sees the order, pays, and a reload still shows it', async () => {
  const link = await links.create({
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation: { customMessage: 'Packed today.' } },
  });
  await page.goto(link.url);
  expect(await page.textContent('.checkout')).toContain('Olive oil soap');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  expect(await page.textContent('button[type=submit]')).toMatch(/^Pay EGP\s125\.00$/);
  expect(await buyers.sessionsOf(link)).toEqual([]);
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await page.textContent('.message')).toBe('Packed today.');
  const session = await onlySessionOf(link);
  expect(session).toMatchObject({ paymentStatus: 'paid', customer: { email: 'mona@example.com' } });
  expect(new URL(page.url()).pathname).toBe(`/c/${session?.id}`);
  await page.reload();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(complaints).toEqual([]);

  await page.goto(link.url);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  expect(await buyers.sessionsOf(link)).toHaveLength(1);
});

test('on a desktop in Arabic: quantities change, the bank confirms, and all of it is one session', async () => {
  await use('desktop');
  const { price } = world.siblings.addPrice();
  const link = await links.create({
    lineItems: [{ price: price.id, adjustableQuantity: { enabled: true, maximum: 3 } }],
  });
  await page.goto(link.url);
  expect(await page.evaluate('[document.dir, document.documentElement.lang]')).toEqual(['rtl', 'ar']);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  await page.click('[aria-label="زيادة الكمية"]');
  await eventually(async () => expect((await buyers.sessionsOf(link))[0]?.amountTotal).toBe(25_000));
  await pay(cards.threeDSecure);
  await eventually(async () => expect((await onlySessionOf(link))?.paymentStatus).toBe('paid'));
  await eventually(async () => expect(await page.locator('.panel-title').count()).toBe(1));
  expect(await onlySessionOf(link)).toMatchObject({ amountTotal: 25_000, paymentIntent: { amount: 25_000 } });
  await eventually(async () => expect(await page.evaluate('sessionStorage.length')).toBe(0)); // not every panel is the last
  expect(complaints).toEqual([]);
});

test('a declined buyer tries again in the same session, after a reload too', async () => {
  const link = await links.create();
  await page.goto(link.url);
  await pay(cards.noFunds);
  await eventually(async () =>
    expect(await page.textContent('[role=alert]')).toMatch(/^Your card has insufficient funds/),
  );
  await page.reload();
  await page.waitForSelector('button[type=submit]:not([disabled])');
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect((await onlySessionOf(link))?.paymentStatus).toBe('paid');
});

test('a link that becomes inactive while its page is open shows it instead of paying', async () => {
  const link = await links.create();
  await page.goto(link.url);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  await links.change(link.id, { active: false });
  await pay();
  await eventually(async () => expect(await panel()).toBe('This payment link is closed'));
  expect(await buyers.sessionsOf(link)).toEqual([]);
});

describe('without a script', () => {
  const open = async (path: string, language = 'en') => {
    const answer = await fetch(`${world.urls.checkout}${path}`, {
      headers: { 'accept-language': language },
      redirect: 'manual',
    });
    return { status: answer.status, html: await answer.text(), policy: answer.headers.get('content-security-policy') };
  };
  const pathOf = ({ url }: PaymentLink) => new URL(url).pathname;

  test('the page of a link shows the order, and no id, secret or anything of the merchant’s own', async () => {
    const link = await links.create({ metadata: { margin: 'thirty' } });
    const { status, html, policy } = await open(pathOf(link));
    expect(status).toBe(200);
    expect(html).toContain('Olive oil soap');
    expect(policy).toContain("frame-ancestors 'none'");
    for (const hidden of ['cs_test_', '_secret_', 'thirty', 'not for buyers'])
      expect([hidden, html.includes(hidden)]).toEqual([hidden, false]);
  });

  test('a link whose price is archived accepts no order', async () => {
    const { price } = world.siblings.addPrice();
    const link = await links.create({ lineItems: [{ price: price.id }] });
    price.active = false;
    const { status, html } = await open(pathOf(link));
    expect(status).toBe(200);
    expect(html).toContain('This payment link is closed');
    expect(html).toContain('what it sells may not be available');
    expect(html).not.toContain('Olive oil soap');
    expect((await open(pathOf(link), 'ar')).html).toContain('لا يتوفر المنتج حاليًا');
  });

  test('the page of a session shows that it has been sold out since', async () => {
    const { price } = world.siblings.addPrice({ stock: 1 }, {}, 1);
    const session = await world.openSession({ lineItems: [{ price: price.id }] });
    const object = { ...price, stock: 0, updatedAt: '2099-01-01T00:00:00.000Z' };
    expect((await open(`/c/${session.id}`)).html).toContain('Only a few left');
    await publishEvent(world, 'checkout-catalog', { type: 'price.updated', version: 2, object });
    expect((await open(`/c/${session.id}`)).html).toContain('Sold out');
  });

  test('the page of a session that is paid says nothing of what is left', async () => {
    const { price } = world.siblings.addPrice({ stock: 1 }, {}, 1);
    const session = await world.openSession({ lineItems: [{ price: price.id }] });
    expect((await world.confirm(session)).body).toMatchObject({ checkoutSession: { status: 'complete' } });
    const { html } = await open(`/c/${session.id}`);
    expect([html.includes('Olive oil soap'), /Only a few left|Sold out/.test(html)]).toEqual([true, false]);
  });

  test('a closed link shows why, an unknown one is a friendly 404, each in the reader’s language', async () => {
    const [off, over] = [await links.create({ active: false }), await links.create()];
    await world
      .db('checkout')
      .query(`update payment_links set expires_at = now() - interval '1 s' where id = $1`, [over.id]);
    const cases: [string, number, string, string][] = [
      [pathOf(off), 200, 'This payment link is closed', 'رابط الدفع هذا مغلق'],
      [pathOf(over), 200, 'This payment link has expired', 'انتهت صلاحية رابط الدفع هذا'],
      ['/p/nobodys', 404, 'We could not find this checkout', 'لم نعثر على صفحة الدفع هذه'],
    ];
    for (const [path, status, english, arabic] of cases) {
      const inEnglish = await open(path);
      expect({ status: inEnglish.status, says: inEnglish.html.includes(english) }).toEqual({ status, says: true });
      const inArabic = await open(path, 'ar');
      expect({ rtl: inArabic.html.includes('dir="rtl"'), says: inArabic.html.includes(arabic) }).toEqual({
        rtl: true,
        says: true,
      });
      expect(inEnglish.html).not.toContain('Olive oil soap');
      expect(inEnglish.html.includes('Nile Soap House')).toBe(status === 200); // whom to ask for a new link
    }
  });
});
