import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { photograph, servePages, startExample, type ShopPage } from './shop-pages.test-support.ts';
import { card, cards, startPlatform, Storefront } from './storefront.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>;

const guide = readFileSync(new URL('../docs/guides/embedded-checkout.md', import.meta.url), 'utf8');

let shop: Storefront;
let browser: Browser;
let page: BrowserPage;
let example: ShopPage;
let complaints: string[] = [];

beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
  browser = await launchBrowser();
  example = await startExample('custom-checkout', {
    MIZAN_BASE_URL: shop.world.gatewayUrl,
    MIZAN_KEY: shop.world.accounts.keys.testSecret,
  });
});
afterAll(async () => {
  await browser.close();
  await example.stop();
  await shop.world.stop();
});
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })).newPage();
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});

const expectText = (selector: string, text: string | RegExp) =>
  eventually(async () => expect(await page.textContent(selector)).toMatch(text));
const latestSession = async (): Promise<CheckoutSession> =>
  (await shop.expect<{ data: CheckoutSession[] }>(200, 'GET', '/checkout/sessions?limit=1')).data[0] as CheckoutSession;

describe('the example page', () => {
  const open = async (): Promise<void> => {
    await page.goto(example.url);
    await expectText('#total', '499.00');
  };
  const pay = async (number: string): Promise<void> => {
    await page.fill('[name=email]', 'mona@example.com');
    await page.fill('[name=number]', number);
    await page.click('#pay');
  };

  test('changes the quantity, applies a code, and pays what it shows', async () => {
    const coupon = await shop.expect<Coupon>(201, 'POST', '/coupons', { name: 'Spring', percentOff: 10 });
    await shop.expect(201, 'POST', '/promotion-codes', { couponId: coupon.id, code: 'SPRING10' });
    await open();
    await page.click('#more');
    await expectText('#total', '748.50');
    await page.fill('[name=code]', 'WINTER');
    await page.click('#promotion button');
    await expectText('#message', /code/i);
    await page.fill('[name=code]', 'spring10');
    await page.click('#promotion button');
    await expectText('#total', '673.65');
    await photograph(page, 'custom-phone');
    await pay(cards.good);
    await expectText('#message', 'Thank you! We are packing your order.');
    expect(await latestSession()).toMatchObject({
      uiMode: 'custom',
      status: 'complete',
      paymentStatus: 'paid',
      amountTotal: 67_365,
      customerDetails: { email: 'mona@example.com' },
    });
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]); // WINTER, which there is not
  });

  test('says why a card was declined, and takes another one', async () => {
    await open();
    await pay(cards.declined);
    await expectText('#message', 'declined');
    await pay(cards.good);
    await expectText('#message', 'Thank you! We are packing your order.');
  });

  test('goes to the bank and comes back to the same checkout, which stays paid when the page is reloaded', async () => {
    await open();
    await pay(cards.threeDSecure);
    await page.waitForURL('**/simulator/**');
    await page.click('button[name=outcome][value=authenticate]');
    await page.waitForURL(`${example.url}/?checkout_session=cs_test_*`);
    await expectText('#message', 'Thank you! We are packing your order.');
    await page.reload();
    await expectText('#message', 'Thank you! We are packing your order.');
    expect(complaints).toEqual([]);
  });

  test('says why the bank refused a payment after the buyer has come back from it, and keeps the email', async () => {
    await open();
    await pay(cards.threeDSecure);
    await page.waitForURL('**/simulator/**');
    await page.click('button[name=outcome][value=fail]');
    await page.waitForURL(`${example.url}/?checkout_session=cs_test_*`);
    await expectText('#message', /could not|not verified|authenticat/i);
    expect(await page.inputValue('[name=email]')).toBe('mona@example.com');
    await pay(cards.good);
    await expectText('#message', 'Thank you! We are packing your order.');
  });

  test('tells the buyer that the checkout could not be opened, and the developer why', async () => {
    await page.route('**/checkout', (route) => route.fulfill({ json: { clientSecret: 'cs_test_none_secret_none' } }));
    await page.goto(example.url);
    await expectText('#message', /^The checkout could not be opened\. Please try again, or contact us\.$/);
    expect(complaints.join()).toContain('invalid_client_secret ');
  });

  test('says that a payment in doubt is being checked, and then that it worked', async () => {
    await open();
    await pay(cards.lostAnswer);
    await expectText('#message', 'We are checking your payment.');
    await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '1m' });
    await expectText('#message', 'Thank you! We are packing your order.');
  });
});

describe('the client of a page', () => {
  /** A page with mizan.js and nothing else, and an expression that runs in it. */
  const run = async <T>(expression: string, more: Record<string, unknown> = {}): Promise<T> => {
    const { clientSecret } = await shop.openSession((await shop.stock(10_000)).price, { uiMode: 'custom', ...more });
    const made = await servePages({ '/': `<script src="${shop.world.gatewayUrl}/js/mizan.js"></script>` });
    try {
      await page.goto(made.url);
      return await page.evaluate<T>(`(async (clientSecret) => { ${expression} })(${JSON.stringify(clientSecret)})`);
    } finally {
      await made.stop();
    }
  };
  const paying = JSON.stringify({ paymentMethod: card(cards.threeDSecure), redirect: 'never' });

  test('leaves the way to the bank to a page that wants it', async () => {
    expect(
      await run(`const checkout = await Mizan().initCheckout({ clientSecret });
        const { outcome, nextActionUrl } = await checkout.confirm(${paying});
        return [outcome, new URL(nextActionUrl).pathname.split('/')[1]];`),
    ).toEqual(['requires_action', 'simulator']);
  });

  test('shows the same checkout, paid, when the buyer returns from the bank that the page itself sent them to', async () => {
    const made = await servePages({ '/': `<script src="${shop.world.gatewayUrl}/js/mizan.js"></script>` });
    const { clientSecret } = await shop.openSession((await shop.stock(10_000)).price, { uiMode: 'custom' });
    await page.goto(made.url);
    await page.evaluate(`Mizan().initCheckout({ fetchClientSecret: async () => '${clientSecret}' })
      .then((checkout) => checkout.confirm(${paying}))
      .then(({ nextActionUrl }) => location.assign(nextActionUrl))`);
    await page.click('button[name=outcome][value=authenticate]');
    await page.waitForURL(`${made.url}/?checkout_session=cs_test_*`);
    const shown = `Mizan().initCheckout({ fetchClientSecret: async () => 'a new session' })
      .then((checkout) => checkout.session().paymentStatus)`;
    await eventually(async () => expect(await page.evaluate(shown)).toBe('paid'));
    await made.stop();
  });

  test('shows the total that a dearer card has, and pays it when the buyer confirms again', async () => {
    const foreign = JSON.stringify({ paymentMethod: card('4000000000007056') });
    expect(
      await run(
        `const checkout = await Mizan().initCheckout({ clientSecret });
        const notified = [];
        checkout.on('change', (session) => notified.push(session.amountTotal));
        await checkout.choosePaymentMethod('card', '424242');
        const { code, param } = await checkout.confirm(${foreign}).catch((refused) => refused);
        const shown = checkout.session().amountTotal;
        const { outcome, session } = await checkout.confirm(${foreign});
        return { refused: [code, param], isDearer: notified[1] > notified[0], isShown: notified[1] === shown,
          isPaid: outcome === 'complete' && session.amountTotal === shown };`,
        { feeConfig: { feesPassThrough: true } },
      ),
    ).toEqual({
      refused: ['resource_invalid_state', 'expectedAmountTotal'],
      isDearer: true,
      isShown: true,
      isPaid: true,
    });
  });

  test('removes a discount that can no longer be given, and pays the new total', async () => {
    const { id: coupon } = await shop.expect<Coupon>(201, 'POST', '/coupons', { percentOff: 10 });
    const good = JSON.stringify({ paymentMethod: card(cards.good) });
    await page.exposeFunction(
      'deleteCoupon',
      async () => void (await shop.expect(200, 'DELETE', `/coupons/${coupon}`)),
    );
    expect(
      await run(
        `const checkout = await Mizan().initCheckout({ clientSecret });
        await deleteCoupon();
        const { code, param } = await checkout.confirm(${good}).catch((refused) => refused);
        const { amountTotal } = await checkout.removeDiscount(0);
        return [code, param, amountTotal, (await checkout.confirm(${good})).outcome];`,
        { discounts: [{ coupon }] },
      ),
    ).toEqual(['coupon_invalid', 'discounts[0].coupon', 10_000, 'complete']);
  });

  test('notifies listeners of changes until they are removed, and a late one of the completion', async () => {
    const good = JSON.stringify({ paymentMethod: card(cards.good) });
    expect(
      await run(`const checkout = await Mizan().initCheckout({ clientSecret });
        const notified = [];
        const off = checkout.on('change', () => notified.push('change'));
        checkout.on('complete', () => notified.push('complete'));
        await checkout.refresh(); // nothing is new
        await checkout.updateCustomerDetails({ phone: '01001234567' });
        off();
        await checkout.confirm(${good});
        await new Promise((resolve) => checkout.on('complete', (session) => resolve(notified.push(session.paymentStatus))));
        return notified;`),
    ).toEqual(['change', 'complete', 'paid']);
  });

  test('completes a payment although a listener of the page fails, which the browser reports', async () => {
    const good = JSON.stringify({ paymentMethod: card(cards.good) });
    expect(
      await run(`const checkout = await Mizan().initCheckout({ clientSecret });
        const notified = [];
        checkout.on('change', () => { throw new Error('the page cannot draw this'); });
        checkout.on('change', () => notified.push('change'));
        checkout.on('complete', () => notified.push('complete'));
        return [(await checkout.confirm(${good})).outcome, ...notified];`),
    ).toEqual(['complete', 'change', 'complete']);
    expect(complaints).toEqual(['the page cannot draw this']);
  });

  test('retries a request whose answer was lost, and the buyer pays once', async () => {
    let lost = 0;
    await page.route('**/confirm', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const good = JSON.stringify({ paymentMethod: card(cards.good) });
    const [outcome, id] = await run<[string, string]>(
      `const checkout = await Mizan().initCheckout({ clientSecret });
       const { outcome, paymentIntent } = await checkout.confirm(${good});
       return [outcome, paymentIntent.id];`,
    );
    expect([outcome, (await shop.intent(id)).charges.length]).toEqual(['complete', 1]);
  });

  test('reads the outcome of a payment whose confirms have no answer, and does not use up the attempts of its buyer', async () => {
    let confirms = 0;
    await page.route('**/confirm', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (confirms++ === 0) await route.fetch();
      return route.abort();
    });
    expect(
      await run(
        `const checkout = await Mizan().initCheckout({ clientSecret });
         const { outcome, nextActionUrl } = await checkout.confirm(${paying});
         return [outcome, new URL(nextActionUrl).pathname.split('/')[1]];`,
      ),
    ).toEqual(['requires_action', 'simulator']);
    expect(confirms).toBe(1);
  });

  test.each([
    [
      'a secret that is wrong',
      `Mizan().initCheckout({ clientSecret: clientSecret + 'x' })`,
      'invalid_client_secret',
      401,
    ],
    ['a key that is none', `Mizan('mz_pk_test_nonsense').initCheckout({ clientSecret })`, 'invalid_api_key', 401],
    [
      'a total that is not there any more',
      `Mizan().initCheckout({ clientSecret }).then((checkout) => checkout.updateLineItemQuantity('li_none', 2))`,
      'resource_missing',
      404,
    ],
  ])('says what the API says of %s', async (_what, expression, code, status) => {
    expect(await run(`return ${expression}.catch(({ name, code, status }) => [name, code, status]);`)).toEqual([
      'MizanError',
      code,
      status,
    ]);
  });

  test('with a publishable key acts on the pages of its origins only', async () => {
    const { secret } = await shop.expect<{ secret: string }>(201, 'POST', '/api-keys', {
      name: 'Shop',
      type: 'PUBLISHABLE',
      allowedOrigins: ['https://shop.example'],
    });
    const refusing = `Mizan('${secret}').initCheckout({ clientSecret })`;
    expect(await run(`return ${refusing}.catch(({ code }) => code);`)).toBe('permission_denied');
  });
});

describe('the guide', () => {
  const [framed = '', drawn = ''] = [...guide.matchAll(/^```html\n(.*?)^```/gms)].map(([, block]) => block ?? '');
  /** The page of a snippet, with the server's part that the guide tells of. */
  const show = async (snippet: string, uiMode: string): Promise<ShopPage> => {
    const html = `<!doctype html><html lang="en"><title>Shop</title>${snippet.replaceAll('%MIZAN_BASE_URL%', shop.world.gatewayUrl)}</html>`;
    const { price } = await shop.stock(10_000);
    const made = await servePages({ '/': html }, async () => {
      const lineItems = [{ price: price.id, adjustableQuantity: { enabled: true } }];
      const { clientSecret } = await shop.openSession(price, { uiMode, lineItems });
      return { clientSecret };
    });
    await shop.expect(201, 'POST', '/api-keys', { name: 'x', type: 'PUBLISHABLE', allowedOrigins: [made.url] });
    await page.goto(made.url);
    return made;
  };

  test('shows a checkout in a frame that sells', async () => {
    const made = await show(framed, 'embedded');
    const frame = page.frameLocator('iframe');
    await frame.locator('[name="card.number"]').pressSequentially(cards.good);
    await frame.locator('[name="card.expiry"]').pressSequentially('1234');
    await frame.locator('[name="card.cvc"]').fill('123');
    await frame.locator('button[type=submit]').click();
    await expectText('#message', 'Thank you for your order! It is on its way.');
    await made.stop();
  });

  test('tells the buyer of a frame that is refused that the checkout could not be opened, and the developer why', async () => {
    const made = await show(framed, 'embedded');
    await page.goto(made.url.replace('localhost', '127.0.0.1'));
    await expectText('#message', /^The checkout could not be opened\. Please try again, or contact us\.$/);
    expect(complaints.join()).toContain('frame_refused The checkout may not be shown on http://127.0.0.1');
    await made.stop();
  });

  test('draws a checkout that sells', async () => {
    const made = await show(drawn, 'custom');
    await expectText('#total', '10000 open');
    await page.click('#more');
    await expectText('#total', '20000 open');
    await page.click('#pay');
    await expectText('#total', '20000 complete');
    await made.stop();
  });
});
