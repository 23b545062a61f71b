import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Problem } from '@mizan/service-kit';
import { eventually, launchBrowser } from '@mizan/testing';
import { cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { startFront, type Front } from './front.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>;

let world: CheckoutWorld;
let front: Front;
let browser: Browser;
let page: BrowserPage;
/** What the browser complained about: a broken policy, a script error. */
let complaints: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  world = await startCheckout({ nats: true });
  const { url } = await world.openSession();
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
  await page?.context().close();
  page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })).newPage();
  complaints = [];
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && complaints.push(message.text()),
  );
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requested.push(request.url()));
  world.siblings.after = world.siblings.before = () => {};
});

const panel = () => page.textContent('.panel-title');
const fillCard = async (number: string) => {
  await page.fill('[name=email]', 'mona@example.com');
  await page.locator('[name="card.number"]').fill('');
  await page.locator('[name="card.number"]').pressSequentially(number);
  await page.locator('[name="card.expiry"]').fill('');
  await page.locator('[name="card.expiry"]').pressSequentially('1234');
  await page.fill('[name="card.cvc"]', '123');
};
const pay = async (number = cards.good) => {
  await fillCard(number);
  await page.click('button[type=submit]');
};

test('a buyer pays by card with the keyboard alone, and the merchant’s message is shown', async () => {
  const session = await world.openSession({
    afterCompletion: {
      type: 'hosted_confirmation',
      hostedConfirmation: { customMessage: 'Packed today.', returnUrl: 'https://shop.example/' },
    },
  });
  await page.goto(session.url);
  await page.focus('[name=email]');
  await page.keyboard.type('mona@example.com');
  await page.keyboard.press('Tab'); // the way to pay: a card is chosen already
  for (const text of [cards.good, '1234', '123']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  expect(await page.inputValue('[name="card.number"]')).toBe('4242 4242 4242 4242');
  expect(await page.inputValue('[name="card.expiry"]')).toBe('12 / 34');
  expect(await page.textContent('button[type=submit]')).toMatch(/^Pay EGP\s125\.00$/);
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await page.textContent('.message')).toBe('Packed today.');
  expect(await page.getAttribute('.panel a.button', 'href')).toBe('https://shop.example/');
  await eventually(async () => expect(await page.evaluate('document.activeElement.className')).toBe('panel-title'));
  expect(await world.readSession(session.id)).toMatchObject({
    paymentStatus: 'paid',
    customer: { email: 'mona@example.com' },
  });
  expect(complaints).toEqual([]);
});

test('a buyer whose merchant captures later reads that the money is reserved, also after coming back', async () => {
  const session = await world.openSession({
    captureMethod: 'manual',
    paymentMethodTypes: ['fawry', 'card'],
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation: { customMessage: 'Packed today.' } },
  });
  await page.goto(session.url);
  expect(await page.locator('[name=methodGroup]').count()).toBe(0); // a voucher cannot wait, so that nothing is to be chosen
  await pay();
  await eventually(async () => expect(await panel()).toBe('Order received'));
  expect(await page.textContent('.panel p')).toMatch(
    /^Nile Soap House has received your order\. EGP\s125\.00 is reserved/,
  );
  expect(await page.textContent('.message')).toBe('Packed today.');
  await page.goto(`${front.url}/c/${session.id}`);
  await eventually(async () => expect(await panel()).toBe('Order received'));
  expect(complaints).toEqual([]);
});

test('nothing is sent before the form is right, and the first wrong field has the focus and its reason', async () => {
  const session = await world.openSession();
  await page.goto(session.url);
  await page.fill('[name=email]', 'mona');
  await page.locator('[name="card.number"]').pressSequentially('4242424242424241');
  await page.click('button[type=submit]');
  await eventually(async () => expect(await page.evaluate('document.activeElement.name')).toBe('email'));
  const reason = await page.getAttribute('[name=email]', 'aria-describedby');
  expect(await page.textContent(`#${reason}`)).toBe('Enter a valid email address.');
  expect(await page.getAttribute('[name="card.number"]', 'aria-invalid')).toBe('true');
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
});

test('a buyer enters a promotion code, reads why one is refused, removes it, and pays the discounted total', async () => {
  await world.promotionCode({ code: 'PAGE10' });
  await world.promotionCode({ code: 'GONE', active: false });
  const session = await world.openSession({ allowPromotionCodes: true });
  await page.goto(session.url);
  const enter = async (code: string) => {
    if (!(await page.isVisible('[name=promotionCode]'))) await page.click('text=Add promotion code');
    await page.fill('[name=promotionCode]', code);
    await page.keyboard.press('Enter');
  };
  await enter('gone');
  await eventually(async () => expect(await page.textContent('#promotion-note')).toBe('This code is no longer valid.'));
  await enter('page10');
  await eventually(async () => expect(await page.textContent('.promotion-code')).toBe('PAGE10'));
  expect(await page.textContent('.totals')).toMatch(/Discount \(PAGE10\)-EGP\s12\.50/);
  await page.click('.promotion-remove');
  await eventually(async () => expect(await page.locator('.totals').count()).toBe(0));
  await enter('PAGE10');
  await eventually(async () => expect(await page.textContent('button[type=submit]')).toMatch(/^Pay EGP\s112\.50$/));
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 11_250, paymentStatus: 'paid' });
  expect(complaints).toEqual([]);
});

test('a declined buyer reads why, keeps what was typed, and pays with another card', async () => {
  const session = await world.openSession();
  await page.goto(session.url);
  await pay(cards.noFunds);
  await eventually(async () =>
    expect(await page.textContent('[role=alert]')).toMatch(/^Your card has insufficient funds/),
  );
  expect(await page.inputValue('[name=email]')).toBe('mona@example.com');
  await pay(cards.good);
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(complaints).toEqual([]);
});

test('an error about a field is shown at that field, and disappears when it changes', async () => {
  const session = await world.openSession();
  world.siblings.before = (name) => {
    if (name === 'confirmPayment')
      throw new Problem('payment_method_mismatch', 'Not a test card.', { param: 'paymentMethod.card.number' });
  };
  await page.goto(session.url);
  await pay('4111111111111111');
  await eventually(async () =>
    expect(await page.textContent('#f-card-number-note')).toMatch(/^Test mode accepts test cards only/),
  );
  await eventually(async () => expect(await page.evaluate('document.activeElement.name')).toBe('card.number'));
  world.siblings.before = () => {};
  await page.locator('[name="card.cvc"]').fill('999');
  expect(await page.locator('#f-card-number-note').count()).toBe(0);
});

test('3-D Secure leads to the bank and back, without the secret in any address that leaves the page', async () => {
  const session = await world.openSession();
  requested.length = 0;
  await page.goto(session.url);
  await pay(cards.threeDSecure);
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(page.url()).toBe(`${front.url}/c/${session.id}`);
  expect(requested.filter((url) => new URL(url).pathname.startsWith('/simulator/'))).toHaveLength(1);
  expect(
    requested
      .filter((url) => url.includes('_secret_'))
      .filter((url) => !url.startsWith(`${session.url.split('#')[0]}#`)),
  ).toEqual([]);
  await eventually(async () => expect(await page.evaluate('sessionStorage.length')).toBe(0)); // once the session is over
  expect(complaints).toEqual([]);
});

test('a payment in doubt is shown as being checked, never as failed, and the page updates by itself', async () => {
  const session = await world.openSession();
  await page.goto(session.url);
  await pay(cards.lostAnswer);
  await eventually(async () => expect(await panel()).toBe('We are checking your payment'));
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', session.id);
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
});

test('a lost response is requested again with the same key, also after a temporary error: one payment', async () => {
  const session = await world.openSession();
  let turn = 0;
  await page.route('**/confirm', async (route) => {
    if (++turn === 2) return route.fulfill({ status: 503, json: { error: { code: 'internal_error' } } });
    if (turn > 2) return route.continue();
    await route.fetch(); // it is paid, and the page never hears of it
    return route.abort();
  });
  await page.goto(session.url);
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(world.siblings.intents.get(session.id)?.attempts.size).toBe(1);
});

test('the last piece that another buyer took is shown as sold out', async () => {
  const { price } = world.siblings.addPrice({}, {}, 1);
  const session = await world.openSession({ lineItems: [{ price: price.id }] });
  await page.goto(session.url);
  const other = await world.openSession({ lineItems: [{ price: price.id }] });
  await world.confirm(other);
  await pay();
  await eventually(async () => expect(await panel()).toBe('Not enough in stock'));
});

test('a changed quantity changes the total on the button, and the total that is paid', async () => {
  const { price } = world.siblings.addPrice();
  const session = await world.openSession({
    lineItems: [{ price: price.id, adjustableQuantity: { enabled: true, maximum: 3 } }],
  });
  await page.goto(session.url);
  await page.click('[aria-label="Increase quantity"]');
  await eventually(async () => expect(await page.textContent('button[type=submit]')).toMatch(/EGP\s250\.00$/));
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 25_000, paymentIntent: { amount: 25_000 } });
});

test('a total that changed since it was shown is not paid but shown again', async () => {
  const { price } = world.siblings.addPrice();
  const session = await world.openSession({ lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }] });
  await page.goto(session.url);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 4 }] });
  await page.fill('[name=email]', 'mona@example.com');
  await page.route('**/client/checkout/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ json: { ...session, amountTotal: 12_500 } })
      : route.continue(),
  );
  await pay();
  await eventually(async () => expect(await page.textContent('[role=alert]')).toMatch(/^The total has changed/));
  await eventually(async () => expect(await page.textContent('button[type=submit]')).toMatch(/EGP\s500\.00$/));
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
});

test('every detail that the merchant collects reaches the session', async () => {
  const session = await world.openSession({
    nameCollection: true,
    phoneNumberCollection: true,
    shippingAddressCollection: true,
    billingAddressCollection: true,
    customFields: [{ key: 'size', label: 'Size', type: 'DROPDOWN', dropdownOptions: [{ label: 'Large', value: 'l' }] }],
  });
  await page.goto(session.url);
  await page.waitForSelector('[name=phone]');
  for (const [name, value] of [
    ['name', 'Mona Adel'],
    ['phone', '+20 100 000 0000'],
    ['shipping.line1', '1 Nile St'],
    ['shipping.city', 'Cairo'],
  ] as const)
    await page.fill(`[name="${name}"]`, value);
  await page.selectOption('[name="field.size"]', 'l');
  expect(await page.inputValue('[name="shipping.country"]')).toBe('EG');
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  const address = { line1: '1 Nile St', city: 'Cairo', country: 'EG' };
  expect(await world.readSession(session.id)).toMatchObject({
    customerDetails: {
      name: 'Mona Adel',
      phone: '+20 100 000 0000',
      shipping: { name: 'Mona Adel', address }, // asked for once
      billingDetails: { address },
    },
    customFields: [{ dropdown: { value: 'l' } }],
  });
});

test('a free order needs no card', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 0 });
  const session = await world.openSession({ lineItems: [{ price: price.id }] });
  await page.goto(session.url);
  await page.fill('[name=email]', 'mona@example.com');
  expect(await page.locator('[name="card.number"]').count()).toBe(0);
  await page.click('text=Complete order');
  await eventually(async () => expect(await panel()).toBe('Order complete'));
});

test('Arabic is written from right to left, and a buyer may change the language without losing what was typed', async () => {
  const session = await world.openSession({ locale: 'ar' });
  await page.goto(session.url);
  await page.fill('[name=email]', 'mona@example.com');
  expect(
    await page.evaluate('[document.dir, getComputedStyle(document.body).direction, document.documentElement.lang]'),
  ).toEqual(['rtl', 'rtl', 'ar']);
  expect(await page.getAttribute('[name="card.number"]', 'dir')).toBe('ltr');
  await page.click('text=English');
  await eventually(async () => expect(await page.evaluate('document.dir')).toBe('ltr'));
  expect(await page.inputValue('[name=email]')).toBe('mona@example.com');
  expect(await page.textContent('button[type=submit]')).toMatch(/^Pay EGP/);
});

test('the page fits a phone of 360 pixels in both languages, and every field has a name', async () => {
  const { price } = world.siblings.addPrice(
    { unitAmount: 98_765_432 },
    { name: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze aus Wolle' },
  );
  for (const locale of ['en', 'ar-EG']) {
    const session = await world.openSession({
      lineItems: [{ price: price.id }],
      locale,
      shippingAddressCollection: true,
    });
    await page.goto(session.url);
    await page.waitForSelector('[name="shipping.line1"]');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const unnamed = await page.evaluate(`[...document.querySelectorAll('input, select, button')]
      .filter((control) => !control.labels?.length && !control.ariaLabel && !control.textContent.trim()).map((control) => control.outerHTML)`);
    expect(unnamed).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('what merchants write never runs in the buyer’s browser', async () => {
  const attack = `</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1">`;
  const { price } = world.siblings.addPrice(
    { name: attack },
    { name: attack, description: attack, image: 'https://img.invalid/"><script>window.hacked=1</script>' },
  );
  const session = await world.openSession({
    lineItems: [{ price: price.id }],
    customFields: [
      { key: 'k', label: attack.slice(0, 50), type: 'TEXT', isOptional: true, text: { defaultValue: attack } },
    ],
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation: { customMessage: attack } },
  });
  await page.goto(session.url);
  await pay();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await page.textContent('.message')).toBe(attack);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});

test('without its secret the page shows that the link is incomplete', async () => {
  const session = await world.openSession();
  await page.goto(`${front.url}/c/${session.id}`);
  await eventually(async () => expect(await panel()).toBe('This link is incomplete'));
  await page.goto(`${front.url}/c/${session.id}#${session.id}_secret_1wrong`);
  await page.reload();
  await eventually(async () => expect(await panel()).toBe('This link is incomplete'));
});
