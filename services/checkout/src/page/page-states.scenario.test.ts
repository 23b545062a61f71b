import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, launchBrowser, sampleCharge } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf } from '../payment-links/payment-links.test-support.ts';
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
  page.on('pageerror', (error) => complaints.push(error.message));
});

const copiesOf = async (id: string) =>
  (await world.db('checkout').query('select 1 from checkout_sessions where recovered_from = $1', [id])).rows.length;
const panel = () => page.textContent('.panel-title');

const payByCard = async (number = cards.good): Promise<void> => {
  await eventually(async () => expect(await page.inputValue('[name=email]')).toBe('mona@example.com'));
  for (const [name, text] of [
    ['card.number', number],
    ['card.expiry', '1234'],
    ['card.cvc', '123'],
  ])
    await page.locator(`[name="${name}"]`).pressSequentially(text ?? '');
  await page.click('button[type=submit]');
};

test('an address with a garbled end shows that the link is incomplete', async () => {
  const { id } = await world.openSession();
  for (const fragment of ['100%', '%E0%A4%A', 'plain']) {
    await page.goto('about:blank');
    await page.goto(`${front.url}/c/${id}#${fragment}`);
    await eventually(async () => expect(await panel()).toBe('This link is incomplete'));
  }
  expect(complaints).toEqual([]);
});

test('an expired checkout offers to start again, and the buyer then pays a copy of it', async () => {
  const session = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
  await world.runOut(session.id);
  await page.goto(session.url);
  await page.click('text=Start again');
  await page.waitForURL((url) => url.pathname.startsWith('/c/') && !url.pathname.includes(session.id));
  await payByCard();
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(complaints).toEqual([]);
});

test('a buyer who pays, or returns to, an open copy whose order is paid meanwhile reads that it is paid, and never that nothing was charged', async () => {
  for (const pays of [true, false]) {
    const original = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
    await world.confirm(original, { paymentMethod: card(cards.declined) });
    world.siblings.move(original.id, { status: 'CANCELED' });
    await world.publish('payment_intent.canceled', original.id);
    await page.goto('about:blank');
    await page.goto((await world.readSession(original.id)).recoveryUrl ?? '');
    await page.waitForURL((url) => url.pathname.startsWith('/c/') && !url.pathname.includes(original.id));
    await eventually(async () => expect(await page.inputValue('[name=email]')).toBe('mona@example.com'));
    world.siblings.move(original.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', original.id);
    if (pays) await payByCard();
    else await showAgain();
    await eventually(async () => expect(await panel()).toBe('Payment successful'));
    expect(new URL(page.url()).pathname).toBe(`/c/${original.id}`);
    expect(world.siblings.paymentOf(original.id).paymentIntent?.status).toBe('SUCCEEDED');
  }
  expect(complaints).toEqual([]);
});

test('a checkout that ends with the last decline says so, at once and after a reload, and can be recovered', async () => {
  const session = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
  for (let attempt = 1; attempt < 10; attempt++) await world.confirm(session, { paymentMethod: card(cards.declined) });
  await page.goto(session.url);
  await payByCard(cards.declined);
  const saysSo = async () => {
    await eventually(async () => expect(await panel()).toBe('Payment not completed'));
    expect(await page.textContent('.panel')).toContain('Your payment was declined and cannot be retried here');
    await eventually(async () => expect(await page.locator('text=Start again').count()).toBe(1)); // the script adds it
  };
  await saysSo();
  await page.reload();
  await saysSo();
  const withoutScript = await (await fetch(session.url, { headers: { 'accept-language': 'ar' } })).text();
  expect(withoutScript).toContain('رُفض الدفع ولا يمكن إعادة المحاولة');
  expect(complaints).toEqual([]);
});

test('a checkout that expired while its last payment was in doubt does not show that it was declined too often', async () => {
  const session = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  await page.goto(session.url);
  await eventually(async () => expect(await panel()).toBe('We are checking your payment'));
  await world.runOut(session.id);
  world.siblings.move(session.id, { status: 'FAILED' });
  await world.publish('payment_intent.payment_failed', session.id);
  const saysSo = async () => {
    await eventually(async () => expect(await panel()).toBe('This checkout has expired'));
    expect(await page.textContent('.panel')).toContain('stays open for a limited time only');
    await eventually(async () => expect(await page.locator('text=Start again').count()).toBe(1)); // the script adds it
  };
  await saysSo();
  await page.reload();
  await saysSo();
});

test('a buyer who pays too late can start again, unless the merchant closed the checkout, which the page says', async () => {
  const buyer = { customerDetails: { email: 'mona@example.com' } };
  const [late, closed] = [await world.openSession(buyer), await world.openSession(buyer)];
  await page.goto(late.url);
  await eventually(async () => expect(await page.inputValue('[name=email]')).toBe('mona@example.com'));
  await world.runOut(late.id);
  await payByCard();
  await page.click('text=Start again');
  await page.waitForURL((url) => url.pathname.startsWith('/c/') && !url.pathname.includes(late.id));

  await page.goto(closed.url);
  await eventually(async () => expect(await page.inputValue('[name=email]')).toBe('mona@example.com'));
  await world.merchant('POST', `/checkout/sessions/${closed.id}/expire`);
  await payByCard();
  await eventually(async () => expect(await page.textContent('main')).toContain('The shop has closed this checkout'));
  expect(await page.locator('text=Start again').count()).toBe(0);
});

test('money that arrives after the end counts: the page never says that the buyer was not charged', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.move(session.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'expired', paymentStatus: 'paid' });
  expect(await (await fetch(session.url)).text()).toContain('Payment successful');
  await page.goto(session.url);
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
});

/** What the page says was paid, all sums of the order, and the text of its panel, once the script has read the checkout. */
const sumsShown = async () => {
  await page.waitForSelector('.message');
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' ').replaceAll('\u200f', ''));
  const textsOf = async (selector: string) => plain(await page.locator(selector).allTextContents());
  return [await textsOf('.summary > .amount'), await textsOf('.totals dd'), await textsOf('.panel-title + p')];
};
const openHeld = async (locale: string) => {
  const hostedConfirmation = { customMessage: 'See you soon' };
  const session = await world.openSession({
    captureMethod: 'manual',
    locale,
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation },
  });
  await world.confirm(session);
  return session;
};
const capture = async ({ id }: { id: string }, amountReceived: number) => {
  world.siblings.move(id, { status: 'SUCCEEDED', amountCapturable: 0, amountReceived });
  await world.publish('payment_intent.succeeded', id);
};

test('of an order of which a part was captured, the page shows that part as paid, and the total of the order', async () => {
  for (const { locale, sums } of [
    { locale: 'en', sums: ['EGP 50.00', 'EGP 125.00', 'Nile Soap House has received your payment of EGP 50.00.'] },
    { locale: 'ar', sums: ['50.00 ج.م.', '125.00 ج.م.', 'تم دفع 50.00 ج.م. إلى Nile Soap House.'] },
  ]) {
    const session = await openHeld(locale);
    await capture(session, 5_000);
    await page.goto(session.url);
    const [paid, total, text] = sums;
    expect(await sumsShown()).toEqual([[paid], [total, paid], [text]]);
  }
  expect(complaints).toEqual([]);
});

test('a buyer who returns to a page that showed held money reads that it was captured, and no sum that may not have been', async () => {
  const session = await openHeld('en');
  await page.goto(session.url);
  expect(await sumsShown()).toMatchObject([['EGP 125.00'], [], [expect.stringContaining('is reserved')]]);
  await capture(session, 5_000);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await eventually(async () =>
    expect(await sumsShown()).toEqual([[], [], ['Nile Soap House has received your payment.']]),
  );
  expect(complaints).toEqual([]);
});

const showAgain = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
/** By the whole address: a page that is done has forgotten its secret. */
const openAgain = async ({ url }: { url: string }) => {
  await page.goto('about:blank');
  await page.goto(url);
};

test('of an order of which a part was captured and the rest is held, the page shows both sums, and none that may have changed', async () => {
  const session = await openHeld('en');
  const captureInParts = async (amountReceived: number) => {
    const status = 'AMOUNT_CAPTURABLE_UPDATED';
    world.siblings.move(session.id, { status, amountReceived, amountCapturable: 12_500 - amountReceived });
    await world.publish('payment_intent.amount_capturable_updated', session.id);
  };
  const text = async () => (await sumsShown())[2];
  await page.goto(session.url);
  expect(await text()).toEqual([expect.stringContaining('EGP 125.00 is reserved')]);
  await captureInParts(5_000);
  await showAgain();
  const unknown = expect.stringContaining('has received a part of your payment. The rest is still reserved');
  await eventually(async () => expect(await text()).toEqual([unknown]));
  await openAgain(session);
  const known = expect.stringContaining('has received EGP 50.00 of your payment. EGP 75.00 is still reserved');
  expect(await text()).toEqual([known]);
  await captureInParts(6_000);
  await showAgain();
  await eventually(async () => expect(await text()).toEqual([unknown]));
  expect(complaints).toEqual([]);
});

test.each([
  {
    method: 'bank_transfer',
    locale: 'en',
    whole: ['Transfer EGP 125.00', 'Transfer the exact amount', 'AmountEGP 125.00'],
    rest: [
      'Transfer EGP 75.00',
      'Nile Soap House has received EGP 50.00 of your payment. Transfer exactly the remaining EGP 75.00 and include the reference',
      'Received so farEGP 50.00',
      'Left to payEGP 75.00',
    ],
    checking: 'We are checking your payment',
  },
  {
    method: 'instapay',
    locale: 'ar',
    whole: ['أرسل 125.00 ج.م. عبر إنستاباي', 'أرسل المبلغ المحدد بالضبط', 'المبلغ125.00 ج.م.'],
    rest: [
      'أرسل 75.00 ج.م. عبر إنستاباي',
      'وصل 50.00 ج.م. من دفعتك إلى Nile Soap House. أرسل المبلغ المتبقي 75.00 ج.م. بالضبط إلى هذا العنوان',
      'المبلغ الذي وصل50.00 ج.م.',
      'المبلغ المتبقي75.00 ج.م.',
    ],
    checking: 'جارٍ التحقق من عملية الدفع',
  },
  {
    method: 'cash_on_delivery',
    locale: 'en',
    whole: ['Please have EGP 125.00 ready in cash'],
    rest: ['Nile Soap House has received EGP 50.00 of your payment. Please have the remaining EGP 75.00 ready in cash'],
    checking: 'We are checking your payment',
  },
] as const)(
  'a page in $locale that waits for money by $method asks for the rest by itself as soon as a part was received',
  async ({ method, locale, whole, rest, checking }) => {
    const session = await world.openSession({ captureMethod: 'manual', locale });
    await world.confirm(session);
    const { paymentMethod } = world.siblings.paymentOf(session.id).paymentIntent ?? {};
    if (!paymentMethod) throw new Error('the payment has no method');
    const url = 'https://shop.example/thanks';
    const details = {
      amount: 12_500,
      currency: 'EGP',
      reference: 'K7QM-2XTD-9HPA',
      expiresAt: '2037-01-01T00:00:00.000Z',
      iban: 'EG380019000500000000263180002',
      accountName: 'Nile Soap House',
      handle: 'soap@instapay',
    } as const;
    const failed = { status: 'FAILED', paid: false, captured: false, amountCaptured: 0 } as const;
    const earlier = sampleCharge({ ...failed, amountReceived: 3_000 });
    const latest = sampleCharge({ ...failed, status: 'PENDING', amountReceived: 0 });
    const waits = async (amountReceived: number) => {
      const latestCharge = { ...latest, amountReceived };
      world.siblings.move(session.id, {
        ...{ status: 'PROCESSING', amountCapturable: 0, latestCharge, charges: [earlier, latestCharge] },
        paymentMethod: { ...paymentMethod, type: method, card: null },
        nextAction: {
          ...{ type: 'redirect_to_url', redirectToUrl: { url, returnUrl: url } },
          ...(method === 'instapay' && { displayInstapayDetails: details }),
          ...(method === 'bank_transfer' && { displayBankTransferDetails: details }),
        },
      });
      await world.publish('payment_intent.updated', session.id);
    };
    const said = async () => {
      const texts = await page.locator('main .panel, .amount, .totals').allTextContents();
      return texts.join(' ').replaceAll('\u00a0', ' ').replaceAll('\u200f', '');
    };
    await waits(0);
    await page.goto(session.url);
    const [title] = whole;
    await eventually(async () => expect(await said()).toContain(title));
    const before = await said();
    for (const text of whole) expect(before).toContain(text);
    expect(before).not.toMatch(/30\.00|95\.00/); // what an earlier attempt received is another matter
    await waits(5_000);
    await eventually(async () => expect(await said()).toContain(rest[0]));
    const after = await said();
    for (const text of rest) expect(after).toContain(text);
    expect(after.match(/125\.00/g)).toHaveLength(1); // the total of the order
    await waits(12_500); // all of it, before the payment succeeds
    await eventually(async () => expect(await said()).toContain(checking));
    expect(complaints).toEqual([]);
  },
);

test('a buyer of whose transfer only a part arrived is led to the merchant, and not to pay it all again', async () => {
  const awaited = async () => {
    const hostedConfirmation = { returnUrl: 'https://shop.example/' };
    const session = await world.openSession({
      captureMethod: 'manual',
      afterCompletion: { type: 'hosted_confirmation', hostedConfirmation },
    });
    await world.confirm(session);
    const { paymentMethod } = world.siblings.paymentOf(session.id).paymentIntent ?? {};
    if (!paymentMethod) throw new Error('the payment has no method');
    const method = { ...paymentMethod, type: 'bank_transfer' as const, card: null };
    world.siblings.move(session.id, { amountCapturable: 0, paymentMethod: method });
    return session;
  };
  const fail = async ({ id }: { id: string }, amountReceived: number) => {
    const unreceived = { status: 'FAILED', paid: false, captured: false, amountCaptured: 0 } as const;
    const latestCharge = sampleCharge({ ...unreceived, amountReceived });
    world.siblings.move(id, { status: 'FAILED', latestCharge, charges: [latestCharge] });
    await world.publish('payment_intent.payment_failed', id);
  };
  const text = async () => (await page.textContent('.panel-title + p'))?.replaceAll('\u00a0', ' ');
  const retries = () => page.locator('text=Try again').count();

  const session = await awaited();
  await page.goto(session.url);
  await eventually(async () => expect(await panel()).toBe('Order received'));
  await fail(session, 5_000);
  await showAgain();
  const said =
    'Your payment of EGP 125.00 is not complete. Nile Soap House has received EGP 50.00 of it. Please contact Nile Soap House.';
  await eventually(async () => expect(await text()).toBe(said));
  for (const path of ['', '/recover']) {
    await openAgain({ url: session.url.replace('#', `${path}#`) });
    await page.waitForSelector('text=Return to Nile Soap House'); // the script adds it
    expect(await text()).toBe(said);
  }
  expect(await copiesOf(session.id)).toBe(0);
  expect(await retries()).toBe(0);

  const nothing = await awaited();
  await fail(nothing, 0);
  await page.goto(nothing.url);
  await eventually(async () => expect(await retries()).toBe(1));
  expect(await text()).toContain('has not received your transfer of EGP 125.00. If you have sent it, contact');
  expect(complaints).toEqual([]);
});

test('a checkout that the merchant expired is not offered again, by its own address or the one to recover it', async () => {
  const session = await world.openSession();
  await world.merchant('POST', `/checkout/sessions/${session.id}/expire`);
  for (const address of [session.url, session.url.replace('#', '/recover#')]) {
    await page.goto(address);
    await eventually(async () => expect(await page.textContent('main')).toContain('to start a new one'));
    expect(await panel()).toBe('This checkout has expired');
    expect(await page.textContent('.panel')).toContain('The shop has closed this checkout');
    expect(await page.locator('text=Start again').count()).toBe(0);
  }
  expect([await copiesOf(session.id), complaints]).toEqual([0, []]);
});

test('fetching a recovery address creates nothing, and a buyer whose payment failed is led to a copy', async () => {
  const session = await world.openSession({
    captureMethod: 'manual',
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
  });
  await world.confirm(session);
  world.siblings.move(session.id, { status: 'CANCELED', amountCapturable: 0 });
  await world.publish('payment_intent.canceled', session.id);
  const { recoveryUrl = '' } = await world.readSession(session.id);
  const looked = await fetch(recoveryUrl, { redirect: 'manual' });
  expect([looked.status, await copiesOf(session.id)]).toEqual([200, 0]);
  await page.goto(recoveryUrl);
  await page.waitForSelector('button[type=submit]:not([disabled])');
  expect(await copiesOf(session.id)).toBe(1);
  expect(complaints).toEqual([]);
});

test('a checkout whose items are no longer for sale says so instead of being recovered', async () => {
  const offer = world.siblings.addPrice();
  const session = await world.openSession({ lineItems: [{ price: offer.price.id }] });
  const { recoveryUrl = '' } = await world.runOut(session.id);
  world.siblings.prices.set(offer.price.id, { ...offer, price: { ...offer.price, active: false } });
  await page.goto(recoveryUrl);
  await eventually(async () => expect(await panel()).toBe('This order is no longer available'));
});

test('a buyer whose discount is gone continues without it, and sees the total before paying', async () => {
  const coupon = await world.coupon({ percentOff: 50 });
  const customerDetails = { email: 'mona@example.com' };
  const session = await world.openSession({ discounts: [{ coupon: coupon.id }], customerDetails });
  await world.merchant('DELETE', `/coupons/${coupon.id}`);
  const button = () => page.textContent('button[type=submit]');
  await page.goto(session.url);
  await payByCard();
  await eventually(async () => expect(await page.textContent('#notice')).toContain('This discount is no longer valid'));
  expect(await button()).toMatch(/EGP\s62\.50$/);
  await page.click('text=Continue without this discount');
  await eventually(async () => expect(await page.textContent('#notice')).toMatch(/^The total has changed/));
  expect(await button()).toMatch(/EGP\s125\.00$/);
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
  await page.click('button[type=submit]');
  await eventually(async () => expect(await panel()).toBe('Payment successful'));
  expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 12_500, discounts: [] });
});

test('a buyer who reduces the order below the minimum of its discount continues with the smaller order without it', async () => {
  const minimum = { minimumAmount: 20_000, minimumAmountCurrency: 'EGP' };
  const couponId = (await world.coupon({ percentOff: 50, ...minimum })).id;
  const code = await world.promotionCode({ restrictions: minimum });
  for (const [discount, refusal] of [
    [{ coupon: couponId }, 'Your order is too small for this discount.'],
    [{ promotionCode: code.id }, 'Your order is too small for this code.'],
  ] as const) {
    const { price } = world.siblings.addPrice();
    const session = await world.openSession({
      lineItems: [{ price: price.id, quantity: 2, adjustableQuantity: { enabled: true } }],
      discounts: [discount],
    });
    await page.goto(session.url);
    await page.click('[aria-label="Decrease quantity"]');
    await eventually(async () => expect((await page.textContent('#notice'))?.trim()).toBe(refusal));
    expect(await page.textContent('.stepper output')).toBe('2');
    await page.click('text=Continue without this discount');
    await eventually(async () => expect(await page.textContent('#notice')).toMatch(/^The total has changed/));
    expect(await page.textContent('.stepper output')).toBe('1');
    expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 12_500, discounts: [] });
  }
  expect(complaints).toEqual([]);
});

test('a link for which no payment method is left is closed, in the reader’s language', async () => {
  const { id } = world.siblings.addConfiguration();
  const link = await linksOf(world).create({ paymentMethodConfigurationId: id });
  const card = world.siblings.configurations.get(id);
  if (!card) throw new Error('that configuration is not there');
  world.siblings.configurations.set(id, { ...card, paymentMethodTypes: [] });
  await page.goto(link.url);
  expect(await panel()).toBe('This payment link is closed');
  const arabic = await fetch(link.url, { headers: { 'accept-language': 'ar' } });
  expect([arabic.status, await arabic.text()]).toEqual([200, expect.stringContaining('رابط الدفع هذا مغلق')]);
});

test('only what is sold by the piece has buttons for more and fewer', async () => {
  const custom = { type: 'CUSTOM' as const, unitAmount: null };
  const gift = world.siblings.addPrice({
    ...custom,
    customUnitAmount: { minimum: null, maximum: null, preset: 1_000 },
  });
  const soap = world.siblings.addPrice();
  const session = await world.openSession({
    lineItems: [{ price: gift.price.id }, { price: soap.price.id, adjustableQuantity: { enabled: true } }],
  });
  await page.goto(session.url);
  await eventually(async () => expect(await page.locator('.stepper').count()).toBe(1));
  expect(await page.locator('.line', { has: page.locator('.stepper') }).textContent()).toContain('EGP\u00a0125.00');
  expect(complaints).toEqual([]);
});
