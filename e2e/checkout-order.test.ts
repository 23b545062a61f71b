import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, PaymentLink, Price, Product } from '@mizan/contracts';
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

describe('a quantity that the stock does not have', () => {
  const plus = '[aria-label="Increase quantity"]';
  const adjustable = { enabled: true, minimum: 1, maximum: 10 };
  const openOrder = async (stock: number, quantity: number, more: Record<string, unknown> = {}) => {
    const { price } = await shop.stock(10_000, stock);
    const lineItems = [{ price: price.id, quantity, adjustableQuantity: adjustable }];
    const session = await shop.openSession(price, { lineItems, ...more });
    await buyer.goTo(session.url);
    return { price, session };
  };

  test('leaves the form with the former one, says how many are left, and offers no more', async () => {
    const { session } = await openOrder(3, 2);
    const region = await page.locator('.line [role=status]').elementHandle();
    await page.click(plus);
    await isShown('.stepper output', '3');
    await page.click(plus);
    await isShown('.line [role=status]', 'Only 3 left.');
    expect(await region?.textContent()).toBe('Only 3 left.');
    expect([await page.textContent('.stepper output'), await page.isDisabled(plus)]).toEqual(['3', true]);
    expect([await findBarriers(page), await buyer.width()]).toEqual([[], 360]);
    await photograph(page, 'only-3-left-en-light');
    await page.click('[aria-label="Decrease quantity"]');
    await isShown('.line [role=status]', '');
    await page.click(plus);
    await isShown('.stepper output', '3');
    expect(await page.isDisabled(plus)).toBe(true);
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session, 30_000);
  });

  test('says so in Arabic on a dark phone', async () => {
    await openPage('dark');
    await openOrder(3, 3, { locale: 'ar' });
    await page.click('[aria-label="زيادة الكمية"]');
    await isShown('.line [role=status]', 'المتبقي 3 فقط.');
    expect([await findBarriers(page), await buyer.width()]).toEqual([[], 360]);
    await photograph(page, 'only-3-left-ar-dark');
  });

  test('of which fewer are left when it is paid leads back to lower it, at once to what is left', async () => {
    const { price, session } = await openOrder(6, 5);
    expect(
      (await shop.confirm(await shop.openSession(price, { lineItems: [{ price: price.id, quantity: 3 }] }))).status,
    ).toBe(200);
    await eventually(async () => expect((await shop.session(session.id)).lineItems[0]?.availability).toBe('low_stock'));
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await isShown(
      '.panel p >> nth=0',
      'No longer available in the quantity you chose: Olive oil soap. You were not charged.',
    );
    await isShown('.panel p >> nth=1', 'Go back and lower the quantity to pay for fewer.');
    await page.click('.panel button');
    await isShown('.line [role=status]', 'Only 3 left.');
    await page.click('[aria-label="Decrease quantity"]');
    await isShown('.stepper output', '3');
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session, 30_000);
  });

  test('that other buyers have reserved when it is paid names the item, and can be paid once they have left', async () => {
    const { price: scarce } = await shop.stock(5_000, 3);
    const { price } = await shop.stock(10_000, 8);
    const lineItems = [scarce, price].map(({ id }) => ({ price: id, quantity: 1 }));
    const session = await shop.openSession(price, { lineItems });
    await buyer.goTo(session.url);
    const other = await shop.openSession(price, { lineItems: [{ price: price.id, quantity: 8 }] });
    const started = await shop.confirm(other, cards.threeDSecure);
    expect(started.body.paymentIntent?.status).toBe('REQUIRES_ACTION');
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await isShown(
      '.panel p >> nth=0',
      'No longer available in the quantity you chose: Olive oil soap. You were not charged.',
    );
    await isShown(
      '.panel p >> nth=1',
      'Other buyers may be paying for the rest right now. Try again in a few minutes, or contact Siwa Trading.',
    );
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'reserved-en-light');
    await shop.expect(200, 'POST', `/checkout/sessions/${other.id}/expire`);
    await page.click('.panel button');
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session, 15_000);
  });

  test('that is sold out when it is paid can be removed where the merchant allows it, but not the last item', async () => {
    const { price: soap } = await shop.stock(10_000, 1);
    const { price: oil } = await shop.stock(5_000);
    const removable = { enabled: true, minimum: 0, maximum: 5 };
    const lineItems = [soap, oil].map(({ id }) => ({ price: id, quantity: 1, adjustableQuantity: removable }));
    const session = await shop.openSession(oil, { lineItems });
    await buyer.goTo(session.url);
    expect((await shop.confirm(await shop.openSession(soap))).status).toBe(200);
    await eventually(async () => expect((await shop.session(session.id)).lineItems[0]?.availability).toBe('sold_out'));
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await isShown('.panel p >> nth=1', 'Go back and remove what is not available to pay for the rest.');
    await page.click('.panel button');
    await page.click('.line >> nth=0 >> [aria-label="Remove item"]');
    await eventually(async () => expect(await page.locator('.line').count()).toBe(1));
    expect(await page.isDisabled('[aria-label="Decrease quantity"]')).toBe(true);
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session, 5_000);
  });

  test.each([
    [
      'en',
      'light',
      'No longer available in the quantity you chose: Olive oil soap. You were not charged.',
      'This order cannot be paid any more. Please contact Siwa Trading.',
    ],
    [
      'ar',
      'dark',
      'لم يعد متوفرًا بالكمية التي اخترتها: Olive oil soap. لم يُخصم منك أي مبلغ.',
      'لم يعد من الممكن دفع هذا الطلب. يرجى التواصل مع Siwa Trading.',
    ],
  ] as const)(
    'that is sold out when it is paid ends the order, and says which item and what to do: %s',
    async (locale, colors, what, advice) => {
      await openPage(colors);
      const { price, session } = await openOrder(3, 2, { locale });
      expect(
        (await shop.confirm(await shop.openSession(price, { lineItems: [{ price: price.id, quantity: 3 }] }))).status,
      ).toBe(200);
      await eventually(async () =>
        expect((await shop.session(session.id)).lineItems[0]?.availability).toBe('sold_out'),
      );
      await buyer.typeCard(cards.good);
      await buyer.pay();
      await isShown('.panel p >> nth=0', what);
      await isShown('.panel p >> nth=1', advice);
      expect(await page.locator('.panel button').count()).toBe(0);
      expect([await findBarriers(page), await buyer.width()]).toEqual([[], 360]);
      await photograph(page, `sold-out-${locale}-${colors}`);
    },
  );
});

describe('a payment link that changes while its page is open', () => {
  const priceOf = async (name: string, currency: string): Promise<Price> => {
    const { id } = await shop.expect<Product>(201, 'POST', '/products', { name });
    const body = { currency, type: 'ONE_TIME', unitAmount: 10_000 };
    return shop.expect<Price>(201, 'POST', `/prices?productId=${id}`, body);
  };
  const newestSession = async (): Promise<CheckoutSession> =>
    (await shop.expect<{ data: [CheckoutSession] }>(200, 'GET', '/checkout/sessions?limit=1')).data[0];

  test.each([
    ['another currency', 'Soap', 'KWD', 'Pay KWD 10.000'],
    ['another product of the same price', 'Perfume', 'EGP', 'Pay EGP 100.00'],
  ])('to %s shows that before anything is paid, and then it is paid', async (_what, name, currency, label) => {
    const { id, url } = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
      lineItems: [{ price: (await priceOf('Soap', 'EGP')).id }],
    });
    await buyer.goTo(url);
    await page.fill('[name=email]', 'mona@example.com');
    await buyer.typeCard(cards.good);
    await isShown(payButton, 'Pay EGP 100.00');
    const { id: price } = await priceOf(name, currency);
    await shop.expect(200, 'PATCH', `/payment-links/${id}`, { lineItems: [{ price }], currency });
    await buyer.pay();
    await isShown('#notice p', review);
    await isShown(payButton, label);
    const session = await newestSession();
    expect(session).toMatchObject({ currency, amountTotal: 10_000, lineItems: [{ price: { id: price } }] });
    expect(session.paymentIntent).toBeNull();
    await buyer.pay();
    await expectPaid(session, 10_000);
  });

  test('is shown with the fee of the method, before the buyer presses the button', async () => {
    const { id, url } = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
      lineItems: [{ price: (await priceOf('Soap', 'EGP')).id }],
      feeConfig: { feesPassThrough: true },
    });
    await buyer.goTo(url);
    const { id: price } = await priceOf('Perfume', 'EGP');
    await shop.expect(200, 'PATCH', `/payment-links/${id}`, { lineItems: [{ price }] });
    await page.fill('[name=email]', 'mona@example.com'); // requests the fee, which opens the session
    await isShown('#notice p', review);
    expect(await newestSession()).toMatchObject({ lineItems: [{ price: { id: price } }] });
  });

  test('is shown when the buyer applies a code', async () => {
    const { id: couponId } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', { percentOff: 10 });
    await shop.expect(201, 'POST', '/promotion-codes', { couponId, code: 'LINK10' });
    const { id, url } = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
      lineItems: [{ price: (await priceOf('Soap', 'EGP')).id }],
      allowPromotionCodes: true,
    });
    await buyer.goTo(url);
    const { id: price } = await priceOf('Perfume', 'EGP');
    await shop.expect(200, 'PATCH', `/payment-links/${id}`, { lineItems: [{ price }] });
    await page.click('.promotion-add');
    await page.fill('[name=promotionCode]', 'LINK10');
    await page.press('[name=promotionCode]', 'Enter');
    await isShown(payButton, 'Pay EGP 90.00');
    await isShown('#notice p', review);
  });

  test('is not confused with a quantity that the buyer chooses at a link that is the same', async () => {
    const { url } = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
      lineItems: [{ price: (await priceOf('Soap', 'EGP')).id, adjustableQuantity: { enabled: true } }],
    });
    await buyer.goTo(url);
    await page.click('[aria-label="Increase quantity"]');
    await isShown(payButton, 'Pay EGP 200.00');
    expect(await page.locator('#notice p').count()).toBe(0);
  });
});

describe('a promotion code that is typed and not applied', () => {
  beforeAll(async () => {
    const { id: couponId } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', { percentOff: 10 });
    await shop.expect(201, 'POST', '/promotion-codes', { couponId, code: 'TYPED10' });
  });
  const openOrder = async (more: Record<string, unknown> = {}): Promise<CheckoutSession> =>
    shop.openSession((await shop.stock(10_000)).price, { allowPromotionCodes: true, ...more });
  const type = async (code: string): Promise<void> => {
    await page.click('.promotion-add');
    await page.fill('[name=promotionCode]', code);
    await buyer.typeCard(cards.good);
  };

  test('is applied before anything is paid, and the new total is paid when the button is pressed again', async () => {
    const session = await openOrder();
    await buyer.goTo(session.url);
    await type('typed10');
    await buyer.pay();
    await isShown('#notice p', review);
    await isShown(payButton, 'Pay EGP 90.00');
    expect(await intentOf(session)).toBeNull();
    await buyer.pay();
    await expectPaid(session, 9_000);
  });

  test('says why it was rejected, and only who has read that pays without it', async () => {
    const session = await openOrder();
    await buyer.goTo(session.url);
    await type('NONE');
    await buyer.pay();
    await isShown('#promotion-note', 'This code does not exist. Please check it.');
    await eventually(async () => expect(await page.evaluate('document.activeElement.name')).toBe('promotionCode'));
    expect(await intentOf(session)).toBeNull();
    await buyer.pay();
    await expectPaid(session, 10_000);
  });
});
