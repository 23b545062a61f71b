import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, Price, Product } from '@mizan/contracts';
import { eventually, launchBrowser, sizeOf } from '@mizan/testing';
import { BuyerPage, desktop, phone } from './buyer-page.test-support.ts';
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
beforeEach(() => openPage(phone));

async function openPage(device: object, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  await buyer?.close();
  buyer = await BuyerPage.open(browser, shop.world.gatewayUrl, device, colorScheme);
  page = buyer.page;
}

const open = async (more: Record<string, unknown> = {}, currency = 'EGP'): Promise<CheckoutSession> => {
  const session = await shop.openSession((await shop.stock(12_500, null, currency)).price, more);
  await buyer.goTo(session.url);
  return session;
};
const expectPaid = async ({ id }: CheckoutSession): Promise<void> => {
  await buyer.expectPanel('Payment successful');
  expect(await shop.session(id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  expect(buyer.complaints).toEqual([]);
};

test('a picture of a product that cannot be loaded is left out', async () => {
  const { price, product } = await shop.stock(12_500, null, 'EGP');
  await shop.expect<Product>(200, 'PATCH', `/products/${product.id}`, { image: 'https://127.0.0.1:9/none.png' });
  const session = await shop.openSession(price);
  await buyer.goTo(session.url);
  await page.waitForSelector('.thumb', { state: 'detached' });
});

/** Sets the logo of the shop, and waits until its new checkouts have it. */
async function setLogo(logo: string | null, price: Price): Promise<CheckoutSession> {
  await shop.expect(200, 'PATCH', '/account/settings', { logo });
  return eventually(async () => {
    const session = await shop.openSession(price);
    expect(session.merchantLogo).toBe(logo ?? undefined);
    return session;
  });
}

test('a logo that cannot be loaded is replaced by the first letter of the merchant, in either language', async () => {
  const { price } = await shop.stock(12_500, null, 'EGP');
  await buyer.goTo((await setLogo('https://127.0.0.1:9/none.png', price)).url);
  await page.waitForSelector('.monogram');
  await page.click('.language');
  await page.waitForSelector('[dir=rtl] .monogram');
  expect(await page.locator('img.logo').count()).toBe(0);
  await setLogo(null, price);
});

describe('choosing', () => {
  test('ways to pay are one group of radio buttons for the keyboard, the card first', async () => {
    await open();
    await page.focus('[name=methodGroup]:checked');
    const focused = () => page.evaluate<string>('document.activeElement.value');
    expect(await focused()).toBe('card');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect([await focused(), await page.isChecked('[name=methodGroup][value=mobile_wallet]')]).toEqual([
      'mobile_wallet',
      true,
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.isChecked('[name="methodGroup.mobile_wallet"][value=etisalat_cash]')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('method.phone');
    expect(await page.getByRole('group', { name: 'Payment method' }).count()).toBe(1);
  });

  test.each([
    ['accordion', phone, 'light', 'en'],
    ['tabs', phone, 'light', 'en'],
    ['tabs', desktop, 'dark', 'ar'],
    ['list', desktop, 'light', 'en'],
    ['list', phone, 'dark', 'ar'],
  ] as const)('stands in %s as the merchant wants, and a card pays', async (formLayout, device, colors, locale) => {
    await openPage(device, colors);
    const session = await open({ brandingSettings: { formLayout }, locale });
    await page.locator('[name="card.number"]').waitFor();
    const topsOf = (selector: string) =>
      page.$$eval(selector, (elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
    const heads = await topsOf('.method-head');
    const [body = 0] = await topsOf('.method-body');
    const rows = new Set(heads).size;
    expect(rows < heads.length).toBe(formLayout === 'tabs');
    expect(body > Math.max(...heads)).toBe(formLayout !== 'accordion');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `layout-${formLayout}-${locale}`);
    await page.focus('[name=methodGroup]:checked');
    await page.keyboard.press(locale === 'ar' && formLayout === 'tabs' ? 'ArrowLeft' : 'ArrowDown');
    expect(await page.isChecked('[name=methodGroup][value=card]')).toBe(false);
    await page.check('[name=methodGroup][value=card]');
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await eventually(async () => expect((await shop.session(session.id)).paymentStatus).toBe('paid'));
  });

  test.each([
    ['cairo', 'ar', ['Cairo'], desktop, 'light'],
    ['inter', 'ar', ['Inter', 'Noto Sans Arabic'], phone, 'dark'],
    ['montserrat', 'en', ['Montserrat', 'Noto Sans Arabic'], phone, 'light'],
    ['default', 'ar', [], phone, 'light'],
  ] as const)(
    'is written in %s in %s, with fonts that we serve',
    async (fontFamily, locale, families, device, colors) => {
      await openPage(device, colors);
      await open({ brandingSettings: { fontFamily }, locale });
      await page.locator('[name="card.number"]').waitFor();
      await page.evaluate('document.fonts.ready');
      const loaded = await page.evaluate<string[]>(
        `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''))`,
      );
      expect([...new Set(loaded)].sort()).toEqual([...families]);
      expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(
        families.length > 0 ? new RegExp(`^"?${families.join('"?, "?')}"?,`) : /^system-ui/,
      );
      await photograph(page, `font-${fontFamily}-${locale}`);
    },
  );

  test('wallets of cards are called by their names, not to be taken for mobile wallets', async () => {
    await open({ cancelUrl: 'https://siwa.example/cart' });
    const titles = await page.locator('.method-title > span:first-child').allTextContents();
    expect(titles.slice(0, 3)).toEqual(['Card', 'Apple Pay, Google Pay, Samsung Pay', 'Mobile wallet']);
    expect(await page.textContent('.method-group:nth-of-type(3) .method-note')).toContain('Vodafone Cash');
    expect(await page.textContent('a.back')).toBe('Back to Siwa Trading');
  });

  test('one way leaves nothing to choose, and what a session does not take is not offered', async () => {
    await open({ paymentMethodTypes: ['card'] });
    expect(await page.locator('[name=methodGroup]').count()).toBe(0);
    await open({ paymentMethodTypes: ['fawry', 'card', 'vodafone_cash'] });
    const names = await page.locator('.method-title').allTextContents();
    expect(names).toEqual(['Card', 'Vodafone Cash', 'Fawry']);
  });

  const looks = [
    ['en', 'light'],
    ['ar', 'dark'],
  ] as const;
  test.each(sizeOf({ quick: looks.slice(1), full: [...looks] }))(
    'no way has a barrier, and none is wider than a phone: %s, %s',
    async (locale, colors) => {
      await openPage(phone, colors);
      await open({ locale });
      const offered = page.locator('[name=methodGroup]');
      for (const way of await offered.evaluateAll((all) => all.map((one) => one.getAttribute('value')))) {
        await buyer.choose(way ?? '');
        expect([way, await findBarriers(page), await buyer.width()]).toEqual([way, [], 360]);
      }
      expect(buyer.complaints).toEqual([]);
    },
  );
});

test('a promotion code for other products says that it does not apply to the order, and one for all does not', async () => {
  const { product } = await shop.stock(1_000);
  const coupon = { percentOff: 10, duration: 'once', appliesToProductIds: [product.id] };
  const { id: couponId } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', coupon);
  await shop.expect(201, 'POST', '/promotion-codes', { couponId, code: 'OTHERS10' });
  const { id: forAll } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', { percentOff: 10 });
  await shop.expect(201, 'POST', '/promotion-codes', { couponId: forAll, code: 'ALL10' });
  await open({ allowPromotionCodes: true });
  const enter = async (code: string): Promise<void> => {
    await page.fill('[name=promotionCode]', code);
    await page.keyboard.press('Enter');
    await page.locator('.promotion-code').waitFor();
  };
  // A screen reader reads what appears in a region that was there before.
  const region = await page.locator('.promotion [role=status]').elementHandle();
  await page.click('.promotion-add');
  await enter('OTHERS10');
  expect(await region?.textContent()).toBe('This code does not apply to the items in your order.');
  expect(await page.textContent('.promotion [role=status]')).toBe(
    'This code does not apply to the items in your order.',
  );
  await page.click('.promotion-remove');
  await enter('ALL10');
  expect(await page.textContent('.promotion [role=status]')).toBe('');
});

describe('a card', () => {
  test('that pays leads to a page that says so, with reference, date, card and receipt, and prints', async () => {
    const session = await open();
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session);
    expect(await page.textContent('h1')).toBe('Paid to Siwa Trading');
    await eventually(async () =>
      expect(await page.locator('.panel dd').allTextContents()).toEqual([
        session.id,
        expect.stringContaining(String(new Date().getFullYear())),
        'Visa •••• 4242',
      ]),
    );
    await page.evaluate('window.print = () => { window.printed = true; }');
    await page.click('text=Print');
    expect(await page.evaluate('window.printed')).toBe(true);
    await page.click('text=View receipt');
    await page.waitForURL('**/receipts/**');
    expect(await page.textContent('main')).toContain(session.id);
  });

  test.each([
    [
      '4000000000009995',
      'insufficient_funds',
      'Your card has insufficient funds. You were not charged. Use another card or choose another payment method.',
    ],
    ['4000000000009979', null, 'Your card was declined. You were not charged. Try again, or use another card.'],
  ])(
    '%s is declined for the reason that the buyer may know, on the page and by the API',
    async (number, code, text) => {
      const session = await open();
      const { body } = await shop.confirm(session, number);
      expect(body.paymentIntent?.lastPaymentError?.declineCode).toBe(code);
      await page.reload();
      await buyer.goTo(session.url);
      await buyer.typeCard(number);
      await buyer.pay();
      await eventually(async () => expect((await page.textContent('#notice p'))?.trim()).toBe(text));
    },
  );

  test('that is no test card is refused with one that is', async () => {
    const session = await open();
    const { body } = await shop.confirm(session, '4111111111111111');
    const text = 'Test mode accepts test cards only, such as 4242 4242 4242 4242.';
    expect(body).toMatchObject({ error: { message: text } });
    await buyer.typeCard('4111111111111111');
    await buyer.pay();
    await eventually(async () => expect(await page.textContent('.note-wrong')).toBe(text));
  });
});

describe('a mobile wallet', () => {
  test('is paid with a code on its own page', async () => {
    const session = await open();
    await buyer.choose('mobile_wallet', 'vodafone_cash');
    await page.fill('[name="method.phone"]', '٠١٠ ٠١٢٣ ٤٥٦٧');
    await buyer.pay();
    await buyer.typeCode('123456');
    await expectPaid(session);
    expect((await shop.session(session.id)).paymentIntent?.paymentMethod?.type).toBe('vodafone_cash');
  });

  test('that declines brings the buyer back to it with the reason, and a card still pays', async () => {
    const session = await open();
    await buyer.choose('mobile_wallet', 'orange_cash');
    await page.fill('[name="method.phone"]', '01201234567');
    await buyer.pay();
    await buyer.typeCode('000000');
    await eventually(async () =>
      expect(await page.textContent('[role=alert]')).toMatch(
        /^The code that you entered is incorrect\. You were not charged\./,
      ),
    );
    expect(await page.isChecked('[name="methodGroup.mobile_wallet"][value=orange_cash]')).toBe(true);
    expect(await page.inputValue('[name="method.phone"]')).toBe('01201234567');
    await buyer.choose('card');
    expect(await page.locator('[role=alert]').count()).toBe(0);
    await buyer.typeCard(cards.good);
    await buyer.pay();
    await expectPaid(session);
  });

  test('that was left half-way is led on to, not paid twice', async () => {
    const session = await open();
    await buyer.choose('mobile_wallet', 'we_pay');
    await page.fill('[name="method.phone"]', '01501234567');
    await buyer.pay();
    await page.waitForURL('**/simulator/**');
    await page.goto(session.url ?? '');
    await buyer.expectPanel('Continue with WE Pay');
    expect(await findBarriers(page)).toEqual([]);
    await page.click('text=Continue to WE Pay');
    await buyer.typeCode('123456');
    await expectPaid(session);
  });

  test('takes numbers of its carrier only, and says so before anything is sent', async () => {
    const session = await open();
    await buyer.choose('mobile_wallet', 'etisalat_cash');
    await page.fill('[name="method.phone"]', '01001234567');
    await buyer.pay();
    await eventually(async () =>
      expect(await page.textContent('#f-method-phone-note')).toBe('Etisalat Cash numbers start with 011.'),
    );
    expect((await shop.session(session.id)).paymentIntent).toBeNull();
  });

  test('whose answer is lost is shown as being checked, not as failed', async () => {
    await open();
    await buyer.choose('mobile_wallet', 'vodafone_cash');
    await page.fill('[name="method.phone"]', '01000000005');
    await buyer.pay();
    await buyer.expectPanel('We are checking your payment');
  });
});

describe('installments', () => {
  test('of valU are chosen by what a month costs', async () => {
    const session = await open();
    await buyer.choose('bnpl', 'valu');
    expect(await page.locator('.tenure-amount').allTextContents()).toContainEqual(
      expect.stringMatching(/10\.42 per month/),
    );
    await page.check('[name="method.tenure"][value="12"]');
    await page.fill('[name="method.phone"]', '01112223344');
    await buyer.pay();
    await buyer.typeCode('123456');
    await expectPaid(session);
    expect((await shop.session(session.id)).paymentIntent?.paymentMethod?.valu?.tenureMonths).toBe(12);
  });

  test.each(['tabby', 'tamara'])('of %s take a name and a number, and are agreed to on their page', async (method) => {
    const session = await open({ customerDetails: { email: 'mona@example.com' } }, 'SAR');
    await buyer.choose('bnpl', method);
    await page.fill('[name=name]', 'Mona Adel');
    await page.fill('[name=phone]', '+966501234567');
    await buyer.pay();
    await page.waitForURL('**/simulator/**');
    await buyer.act('authenticate');
    await expectPaid(session);
    expect((await shop.session(session.id)).customerDetails).toMatchObject({
      name: 'Mona Adel',
      phone: '+966501234567',
    });
  });

  test('that a lender refuses leave every other way open', async () => {
    await open();
    await buyer.choose('bnpl', 'sympl');
    await page.fill('[name="method.phone"]', '01112223303');
    await buyer.pay();
    await eventually(async () =>
      expect(await page.textContent('[role=alert]')).toMatch(
        /^This number is not registered for this payment method\./,
      ),
    );
    expect(await page.isEnabled('[name=methodGroup][value=voucher]')).toBe(true);
  });
});

describe('a voucher', () => {
  const order = async (more: Record<string, unknown> = {}): Promise<CheckoutSession> => {
    const session = await open(more);
    await buyer.choose('voucher', 'fawry');
    await page.fill('[name=phone]', '01001234567');
    await buyer.pay();
    await page.waitForSelector('.ticket');
    return session;
  };

  test('is a number with its barcode, still there after a reload, and paid when the kiosk is', async () => {
    const session = await order();
    expect(await page.textContent('.panel-title')).toBe('Pay in cash at Fawry');
    const shown = async () => ({
      number: (await page.textContent('.ticket-number'))?.replaceAll(' ', ''),
      bars: await page.evaluate(
        '(async (image) => (await image.decode(), image.naturalWidth > 0))(document.querySelector(".barcode"))',
      ),
      details: await page.textContent('.details-list'),
    });
    const before = await shown();
    expect(before).toMatchObject({ number: expect.stringMatching(/^\d{9}$/), bars: true });
    expect(before.details).toMatch(/788.*Pay by.*Kiosks/);
    await page.goto(session.url?.split('#')[0] ?? '');
    await page.waitForSelector('.ticket');
    expect(await shown()).toEqual(before);
    expect(await findBarriers(page)).toEqual([]);
    await page.click('text=Test mode: simulate');
    await buyer.act('paid');
    await expectPaid(session);
  });

  test('can be found again on any device: its address is there to copy', async () => {
    await order();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const number = await page.textContent('.ticket-number');
    await page.click('.own-address .copy');
    const address = await eventually(() => page.evaluate<string>('navigator.clipboard.readText()'));
    expect(address).toContain('_secret_');
    const other = await BuyerPage.open(browser, shop.world.gatewayUrl, desktop);
    await other.page.goto(address);
    await other.page.waitForSelector('.ticket');
    expect(await other.page.textContent('.ticket-number')).toBe(number);
    await other.close();
  });

  test('is shown before the buyer is sent to the shop that wants them back', async () => {
    const session = await order({
      afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
    });
    await page.reload();
    await page.waitForSelector('.ticket');
    expect(await page.getAttribute('.next-steps a.button', 'href')).toBe(
      `https://shop.example/thanks?checkout_session=${session.id}`,
    );
    const answer = await fetch(session.url?.split('#')[0] ?? '', { redirect: 'manual' });
    expect([answer.status, (await answer.text()).includes((await page.textContent('.ticket-number')) ?? '-')]).toEqual([
      200,
      false,
    ]);
  });

  test('that cannot be read just now is no form to pay again', async () => {
    await order();
    await page.route('**/client/checkout/**', (route) => route.abort());
    await page.reload();
    await buyer.expectPanel('Almost there');
    expect(await page.locator('form').count()).toBe(0);
  });

  test('that was not paid in time says so, and leads to another try or back to the shop', async () => {
    await order({ cancelUrl: 'https://shop.example/cart' });
    await page.click('text=Test mode: simulate');
    await buyer.act('expire');
    await buyer.expectPanel('Payment not completed');
    expect(await page.getAttribute('.panel a.button:not(.button-quiet)', 'href')).toMatch(/\/c\/cs_test_\w+\/recover#/);
    expect(await page.getAttribute('.panel a.button-quiet', 'href')).toBe('https://shop.example/cart');
  });

  test('prints as number, barcode and instructions, without the buttons around them', async () => {
    await order({ locale: 'ar' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('.ticket-number')).toBe(true);
    expect(await page.isVisible('.instructions')).toBe(true);
    for (const hidden of ['.no-print >> nth=0', '.footer']) expect(await page.isVisible(hidden)).toBe(false);
    expect(await page.textContent('.instructions')).toContain('فوري');
  });
});

describe('money that comes later', () => {
  test('by bank transfer: account and reference are shown, in Arabic on a desktop too', async () => {
    await openPage(desktop);
    const session = await open({ locale: 'ar' });
    await buyer.choose('bank_transfer');
    await buyer.pay();
    await page.waitForSelector('.details-list');
    const details = (await page.textContent('.details-list')) ?? '';
    expect(details).toContain('EG38 0019 0005 0000 0000 2631 8000 2');
    expect(details).toMatch(/MZ\d{9}/);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await page.waitForSelector('.details-list');
    expect(await page.textContent('.details-list')).toBe(details);
    await shop.expect(
      200,
      'POST',
      `/payment-intents/${(await shop.session(session.id)).paymentIntentId}/mark-paid`,
      {},
    );
    await buyer.expectPanel('تم الدفع بنجاح');
    expect(buyer.complaints).toEqual([]);
  });

  test('on delivery: the address is asked for and repeated', async () => {
    await openPage(desktop);
    const session = await open();
    await buyer.choose('cash');
    expect(await page.textContent('button[type=submit]')).toBe('Place order');
    await page.fill('[name="shipping.line1"]', '1 Nile St');
    await page.fill('[name="shipping.city"]', 'Cairo');
    await page.fill('[name=phone]', '01001234567');
    await buyer.pay();
    await buyer.expectPanel('Order placed');
    expect(await page.textContent('.place')).toBe('Mona Adel\n1 Nile St\nCairo');
    expect(await shop.session(session.id)).toMatchObject({
      status: 'complete',
      paymentStatus: 'unpaid',
      customerDetails: { phone: '01001234567', shipping: { address: { line1: '1 Nile St', country: 'EG' } } },
    });
    expect(await findBarriers(page)).toEqual([]);
  });

  test.each([
    ['ok@instapay', 'Payment successful'],
    ['mona', 'Approve the payment in your InstaPay app'],
  ])('by InstaPay from %s: %s', async (handle, title) => {
    await open();
    await buyer.choose('bank_app');
    await page.fill('[name="method.handle"]', handle);
    await buyer.pay();
    await buyer.expectPanel(title);
    expect(buyer.complaints).toEqual([]);
  });
});

test('a subscription says for how long the buyer pays, and takes the first period', async () => {
  const product = await shop.expect<Product>(201, 'POST', '/products', { name: 'Soap box' });
  const price = await shop.expect<Price>(201, 'POST', `/prices?productId=${product.id}`, {
    currency: 'EGP',
    unitAmount: 30_000,
    type: 'RECURRING',
    recurring: { interval: 'MONTH', intervalCount: 3 },
  });
  const session = await shop.openSession(price, { mode: 'subscription' });
  expect(session).toMatchObject({ mode: 'subscription', submitType: 'SUBSCRIBE', amountTotal: 30_000 });
  await page.goto(session.url ?? '');
  await page.waitForSelector('button[type=submit]:not([disabled])');
  expect(await page.textContent('.line-period')).toBe('For 3 months');
  expect(await page.textContent('.first-period')).toContain('You will not be charged automatically after that.');
  expect(await page.textContent('button[type=submit]')).toMatch(/^Subscribe for EGP.300\.00$/);
  await buyer.typeCard(cards.good);
  await buyer.pay();
  await expectPaid(session);
});

test('a wallet of cards pays with a test card in test mode', async () => {
  const session = await open();
  await buyer.choose('wallet', 'google_pay');
  await buyer.pay();
  await expectPaid(session);
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('nothing moves while the page appears, with the form or with a voucher: %s', async (_, device) => {
  await openPage(device);
  const shifts = () =>
    page.evaluate<number>(`new Promise((tell) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
        .observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => tell(sum)));
    })`);
  await open();
  expect(await shifts()).toBeLessThan(0.02);
  await buyer.choose('voucher', 'aman');
  await page.fill('[name=phone]', '01001234567');
  await buyer.pay();
  await page.waitForSelector('.ticket');
  await page.reload();
  await page.waitForSelector('.ticket');
  expect(await shifts()).toBeLessThan(0.02);
});
