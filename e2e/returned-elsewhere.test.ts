import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { BuyerPage, phone } from './buyer-page.test-support.ts';
import { findBarriers } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.world.stop();
});

const openBrowser = (more: object = {}) =>
  BuyerPage.open(browser, shop.world.gatewayUrl, { ...phone, ...more }, 'light');

/** A buyer whom the checkout page has sent to a bank or wallet. @returns where that is, and where it returns the buyer */
async function sendAway(session: CheckoutSession, pay: (buyer: BuyerPage) => Promise<void>) {
  const buyer = await openBrowser();
  await buyer.goTo(session.url);
  await pay(buyer);
  await buyer.page.waitForURL('**/simulator/**');
  const away = buyer.page.url();
  await buyer.close();
  const { paymentIntent } = await shop.session(session.id);
  return { away, back: paymentIntent?.nextAction?.redirectToUrl.returnUrl };
}
const payByCard = async (buyer: BuyerPage): Promise<void> => {
  await buyer.typeCard(cards.threeDSecure);
  await buyer.pay();
};
const payByWallet = async (buyer: BuyerPage): Promise<void> => {
  await buyer.choose('mobile_wallet', 'vodafone_cash');
  await buyer.page.fill('[name="method.phone"]', '01001234567');
  await buyer.pay();
};
const payByInstallments = async (buyer: BuyerPage): Promise<void> => {
  await buyer.choose('bnpl', 'valu');
  await buyer.page.fill('[name="method.phone"]', '01112223344');
  await buyer.pay();
};
const confirming = { en: 'Your payment is being confirmed', ar: 'جارٍ تأكيد عملية الدفع' };
const failed = { en: 'The payment was not completed', ar: 'لم تكتمل عملية الدفع' };
const paid = { en: 'Payment successful', ar: 'تم الدفع بنجاح' };

test.each([
  { method: 'a card', locale: 'en', pay: payByCard, code: undefined },
  { method: 'a wallet', locale: 'ar', pay: payByWallet, code: '123456' },
  { method: 'installments', locale: 'en', pay: payByInstallments, code: '123456' },
] as const)(
  'a buyer who approves $method in another browser reads there that the payment is being confirmed, and then that it is paid',
  async ({ locale, pay, code }) => {
    const { price } = await shop.stock(24_950);
    const session = await shop.openSession(price, { locale });
    const { away, back } = await sendAway(session, pay);
    const waiting = await openBrowser();
    await waiting.page.goto(back ?? '');
    await waiting.expectPanel(confirming[locale]);
    expect(await findBarriers(waiting.page)).toEqual([]);
    expect(await waiting.width()).toBe(phone.viewport.width);
    expect(await waiting.page.isVisible('.toggle')).toBe(false); // it would do nothing
    await photograph(waiting.page, `returned-elsewhere-${locale}`);

    const app = await openBrowser();
    await app.page.goto(away);
    await waiting.page.goto(back ?? ''); // it looks again for a minute, of which the checks above may have used up much
    await waiting.expectPanel(confirming[locale]);
    await (code === undefined ? app.act('authenticate') : app.typeCode(code));
    for (const each of [app, waiting]) {
      await each.expectPanel(paid[locale]);
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  },
);

test.each(['en', 'ar'] as const)(
  'a buyer whose payment fails in another browser reads there that it was not completed, and what comes of another attempt: %s',
  async (locale) => {
    const { price } = await shop.stock(24_950);
    const cancelUrl = 'https://shop.example/cart';
    const session = await shop.openSession(price, { locale, cancelUrl });
    const { away, back } = await sendAway(session, payByCard);
    const elsewhere = await openBrowser();
    await elsewhere.page.goto(away);
    await elsewhere.act('fail');
    await elsewhere.page.waitForURL('**/c/*');
    await elsewhere.page.goto(back ?? '');
    await elsewhere.expectPanel(failed[locale]);
    expect(await elsewhere.page.getAttribute('.panel a', 'href')).toBe(cancelUrl);
    expect(await findBarriers(elsewhere.page)).toEqual([]);
    await photograph(elsewhere.page, `returned-elsewhere-failed-${locale}`);

    const again = await sendAway(session, payByCard);
    await elsewhere.page.goto(again.back ?? '');
    await elsewhere.expectPanel(confirming[locale]);
    const app = await openBrowser();
    await app.page.goto(again.away);
    await app.act('authenticate');
    for (const each of [app, elsewhere]) {
      await each.expectPanel(paid[locale]);
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  },
);

test('the page of a buyer who has returned without the secret looks again without a script, too', async () => {
  const { price } = await shop.stock(24_950);
  const session = await shop.openSession(price);
  const { away, back } = await sendAway(session, payByCard);
  const waiting = await openBrowser({ javaScriptEnabled: false });
  await waiting.page.goto(back ?? '');
  expect(await waiting.page.textContent('noscript .panel-title')).toBe(confirming.en);
  const app = await openBrowser();
  await app.page.goto(away);
  await app.act('authenticate');
  await eventually(async () => expect(await waiting.page.textContent('.panel-title')).toBe(paid.en));
  for (const each of [app, waiting]) await each.close();
});

test('after its last look the page loads nothing again, and says who receives the result', async () => {
  for (const [locale, text] of [
    ['en', 'You can close this page: '],
    ['ar', 'يمكنك إغلاق هذه الصفحة'],
  ] as const) {
    const session = await shop.openSession((await shop.stock(24_950)).price, { locale });
    const { back } = await sendAway(session, payByCard);
    const waiting = await openBrowser();
    await waiting.page.clock.install();
    await waiting.page.goto(back?.replace(/=1$/, '=14') ?? '');
    await waiting.expectPanel(confirming[locale]);
    await waiting.page.clock.fastForward(4_000);
    await waiting.page.waitForURL('**/c/*?returned=15');
    await eventually(async () => expect(await waiting.page.textContent('.panel p')).toContain(text));
    await photograph(waiting.page, `returned-elsewhere-last-${locale}`);
    const loaded: string[] = [];
    waiting.page.on('framenavigated', (frame) => loaded.push(frame.url()));
    await waiting.page.clock.fastForward(600_000);
    expect(loaded).toEqual([]);
    expect(waiting.complaints).toEqual([]);
    await waiting.close();
  }
});
