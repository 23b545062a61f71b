import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { desktop, phone } from './buyer-page.test-support.ts';
import { findBarriers, type BrowserPage } from './page-barriers.test-support.ts';
import { photograph, servePages, startExample, type ShopPage } from './shop-pages.test-support.ts';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

let shop: Storefront;
let browser: Browser;
let page: BrowserPage;
let example: ShopPage;
/** Pages of one test. */
let served: ShopPage[] = [];
/** What the browser complained about. */
let complaints: string[] = [];

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
  browser = await launchBrowser();
  example = await startExample('embedded-checkout', {
    MIZAN_BASE_URL: shop.world.gatewayUrl,
    MIZAN_KEY: shop.world.accounts.keys.testSecret,
  });
  await register(example);
});
afterAll(async () => {
  await browser.close();
  await example.stop();
  await shop.world.stop();
});
beforeEach(() => openPage(phone));
afterEach(async () => {
  for (const each of served) await each.stop();
  served = [];
});

async function openPage(device: object): Promise<void> {
  await page?.context().close();
  page = await (await browser.newContext({ ...device, locale: 'en-GB' })).newPage();
  complaints = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** Allows pages of this origin to show checkouts of the account's test mode. */
const register = ({ url }: ShopPage) =>
  shop.expect(201, 'POST', '/api-keys', { name: 'Shop', type: 'PUBLISHABLE', allowedOrigins: [url] });

const serve = async (pages: Record<string, string>): Promise<ShopPage> => {
  const made = await servePages(pages);
  served.push(made);
  return made;
};

const open = async (more: Record<string, unknown> = {}): Promise<CheckoutSession> =>
  shop.openSession((await shop.stock(12_500)).price, { uiMode: 'embedded', ...more });

/** A page that shows the checkout and records the notifications it receives. */
const pageShowing = (options: object): string => `<!doctype html><html lang="en"><title>Shop</title>
  <main><h1>Shop</h1><div id="checkout"></div></main>
  <script src="${shop.world.gatewayUrl}/js/mizan.js"></script>
  <script>
    window.notified = [];
    window.checkout = Mizan().initEmbeddedCheckout({
      ...${JSON.stringify(options)},
      onReady: () => notified.push('ready'),
      onComplete: (result) => notified.push(result.paymentStatus),
      onError: (error) => notified.push(error.code),
    });
    checkout.mount('#checkout');
  </script></html>`;
const notified = () => page.evaluate<string[]>('notified');

const inside = () => page.frameLocator('iframe');
const fillCard = async (number: string): Promise<void> => {
  const email = inside().locator('[name=email]');
  await inside().locator('button[type=submit]:not([disabled])').waitFor();
  if (await email.count()) await email.fill('mona@example.com');
  await inside().locator('[name="card.number"]').pressSequentially(number);
  await inside().locator('[name="card.expiry"]').pressSequentially('1234');
  await inside().locator('[name="card.cvc"]').fill('123');
};
const pay = () => inside().locator('button[type=submit]').click();
const expectTitle = (title: string) =>
  eventually(async () => expect(await inside().locator('.panel-title').textContent()).toBe(title));
const latestSession = async (): Promise<CheckoutSession> =>
  (await shop.expect<{ data: CheckoutSession[] }>(200, 'GET', '/checkout/sessions?limit=1')).data[0] as CheckoutSession;
const countSessions = async () =>
  (await shop.expect<{ totalCount: number }>(200, 'GET', '/checkout/sessions?limit=1')).totalCount;

/** How much of the frame cannot be seen without scrolling in it, and of the page without scrolling sideways. */
const hidden = async () => {
  const frame = page.frames().find((each) => each !== page.mainFrame());
  const inFrame = await frame?.evaluate<number>(
    'document.documentElement.scrollHeight - document.documentElement.clientHeight',
  );
  return [inFrame, await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')];
};
describe('the example page', () => {
  test('sells in a frame of another origin that is as high as its content', async () => {
    await page.goto(example.url);
    await fillCard(cards.good);
    await eventually(async () => expect(await hidden()).toEqual([0, 0]));
    await photograph(page, 'embedded-phone');
    await inside().locator('[name=methodGroup][value=voucher]').check();
    await eventually(async () => expect(await hidden()).toEqual([0, 0]));
    await inside().locator('[name=methodGroup][value=card]').check();
    await pay();
    await eventually(async () =>
      expect(await page.textContent('#message')).toBe('Thank you! We are packing your order.'),
    );
    await expectTitle('Payment successful');
    await eventually(async () => expect(await hidden()).toEqual([0, 0]));
    await photograph(page, 'embedded-phone-paid');
    expect(await latestSession()).toMatchObject({ status: 'complete', paymentStatus: 'paid', uiMode: 'embedded' });
    expect(complaints).toEqual([]);
  });

  test('goes to the bank as a whole, and comes back to the same checkout, which stays paid when the page is reloaded', async () => {
    await page.goto(example.url);
    await fillCard(cards.threeDSecure);
    const before = await countSessions();
    await pay();
    await page.waitForURL('**/simulator/**');
    await page.click('button[name=outcome][value=authenticate]');
    await page.waitForURL(`${example.url}/?checkout_session=cs_test_*`);
    await expectTitle('Payment successful');
    await eventually(async () =>
      expect(await page.textContent('#message')).toBe('Thank you! We are packing your order.'),
    );
    await page.reload();
    await expectTitle('Payment successful');
    expect(await countSessions()).toBe(before);
    expect(complaints).toEqual([]);
  });

  test('on an origin that is not registered tells the buyer that the checkout could not be opened, and the developer why', async () => {
    const unregistered = example.url.replace('localhost', '127.0.0.1');
    await page.goto(unregistered);
    await eventually(async () =>
      expect(await page.textContent('#message')).toBe(
        'The checkout could not be opened. Please try again, or contact us.',
      ),
    );
    expect(complaints.join()).toContain(`frame_refused The checkout may not be shown on ${unregistered}.`);
  });

  test('has no barrier, on a desktop too', async () => {
    await openPage(desktop);
    await page.goto(example.url);
    await fillCard(cards.good);
    await photograph(page, 'embedded-desktop');
    expect(await page.getAttribute('iframe', 'title')).toBe('Siwa Trading · Checkout');
    for (const frame of page.frames()) {
      expect(await findBarriers(frame)).toEqual([]);
    }
  });
});

describe('a page of the merchant’s own', () => {
  test('whose origin is not registered shows nothing, and learns why', async () => {
    const { clientSecret } = await open();
    const { url } = await serve({ '/': pageShowing({ clientSecret }) });
    await page.goto(url);
    await eventually(async () => expect(await notified()).toEqual(['frame_refused']));
    expect(complaints.join()).toContain('frame-ancestors');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('shows no hosted checkout, though its origin is registered', async () => {
    const { clientSecret } = await open({ uiMode: 'hosted' });
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.goto(made.url);
    await eventually(async () => expect(await notified()).toEqual(['frame_refused']));
  });

  test('learns that the client secret is wrong, that the session has expired, and why there is no secret', async () => {
    const { id } = await open();
    const wrong = await serve({ '/': pageShowing({ clientSecret: `${id}_secret_wrong` }) });
    await register(wrong);
    await page.goto(wrong.url);
    await eventually(async () => expect(await notified()).toEqual(['ready', 'invalid_client_secret']));
    expect(await inside().locator('.panel-title').count()).toBe(1);

    const { id: ended, clientSecret } = await open();
    await shop.expect(200, 'POST', `/checkout/sessions/${ended}/expire`);
    const expired = await serve({ '/': pageShowing({ clientSecret }) });
    await register(expired);
    await page.goto(expired.url);
    await eventually(async () => expect(await notified()).toEqual(['ready', 'checkout_session_expired']));

    await page.evaluate(`Mizan().initEmbeddedCheckout({
      fetchClientSecret: () => Promise.reject(new Error('My server is down.')),
      onError: ({ code, message }) => notified.push(code, message),
    }).mount('main')`);
    await eventually(async () =>
      expect((await notified()).slice(-2)).toEqual(['client_secret_unavailable', 'My server is down.']),
    );
    await page.evaluate(`Mizan().initEmbeddedCheckout({
      fetchClientSecret: async () => undefined,
      onError: ({ message }) => notified.push(message),
    }).mount('main')`);
    await eventually(async () => expect((await notified()).at(-1)).toMatch(/; it is undefined\.$/));
    expect(
      await page.evaluate(
        `(() => { try { Mizan().initEmbeddedCheckout({ clientSecret: 'https://example.com/c/${id}#${id}_secret_1' }) } catch (e) { return e.message } })()`,
      ),
    ).toBe('The client secret must be the clientSecret of a checkout session, cs_…_secret_…; it is an address.');
  });

  test('learns nothing of a session past its time whose payment is still being decided: another one could be paid as well', async () => {
    const { id, clientSecret } = await open();
    const paymentMethod = { type: 'card', testOutcome: 'never' };
    const headers = { 'client-secret': clientSecret };
    const confirmed = await shop.world.api('POST', `/client/checkout/${id}/confirm`, { paymentMethod }, { headers });
    expect(confirmed).toMatchObject({ status: 200, body: { paymentIntent: { status: 'PROCESSING' } } });
    await shop.world.db('checkout').query('update checkout_sessions set expires_at = now() where id = $1', [id]);
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.goto(made.url);
    await expectTitle('We are checking your payment');
    expect(await notified()).toEqual(['ready']);
  });

  test('gets a new session when it mounts a checkout again that has expired while its buyer was at the bank', async () => {
    const ended = await open();
    await shop.expect(200, 'POST', `/checkout/sessions/${ended.id}/expire`);
    const next = await open();
    const made = await serve({ '/': pageShowing({ clientSecret: next.clientSecret }) });
    await register(made);
    await page.goto(`${made.url}/?checkout_session=${ended.id}`);
    await page.evaluate(`(() => {
      checkout.destroy();
      notified.length = 0;
      sessionStorage.setItem('mizan-checkout-${ended.id}', '${ended.clientSecret}');
      const again = Mizan().initEmbeddedCheckout({
        fetchClientSecret: async () => (notified.push('fetched'), '${next.clientSecret}'),
        onReady: () => notified.push('ready'),
        onError: ({ code }) => (notified.push(code), again.mount('main')),
      });
      again.mount('main');
    })()`);
    await eventually(async () =>
      expect(await notified()).toEqual(['ready', 'checkout_session_expired', 'fetched', 'ready']),
    );
  });

  test('is left for the merchant’s page after the payment, out of the frame', async () => {
    const made = await serve({ '/thanks': '<h1>Thanks</h1>' });
    await register(made);
    const afterCompletion = { type: 'redirect', redirect: { url: `${made.url}/thanks` } };
    const { clientSecret } = await open({ afterCompletion });
    const showing = await serve({ '/': pageShowing({ clientSecret }) });
    await register(showing);
    await page.goto(showing.url);
    await fillCard(cards.good);
    await pay();
    await page.waitForURL(({ href }) => href.startsWith(`${made.url}/thanks?checkout_session=cs_test_`));
    expect(await page.textContent('h1')).toBe('Thanks');
  });

  test('pays no order but the one that is entered in the frame: amount, quantity and promotion code', async () => {
    const { id: couponId } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', { percentOff: 10 });
    await shop.expect(201, 'POST', '/promotion-codes', { couponId, code: 'FRAME10' });
    const donation = { currency: 'EGP', type: 'CUSTOM', customUnitAmount: { minimum: 1_000, preset: 5_000 } };
    const { price, product } = await shop.stock(10_000, 1);
    const { id: gift } = await shop.expect<{ id: string }>(201, 'POST', `/prices?productId=${product.id}`, donation);
    const lineItems = [{ price: price.id, quantity: 1, adjustableQuantity: { enabled: true } }, { price: gift }];
    const { id, clientSecret } = await open({ lineItems, allowPromotionCodes: true });
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.goto(made.url);
    const isShown = (selector: string, text: string) =>
      eventually(async () =>
        expect((await inside().locator(selector).textContent())?.replaceAll(/\s/g, ' ')).toBe(text),
      );
    await fillCard(cards.good);
    await inside().getByLabel('Increase quantity').click();
    await isShown('.stepper + [role=status]', 'Only 1 left.');
    const amount = inside().getByLabel('Choose an amount');
    await amount.fill('5');
    await pay();
    await isShown('.custom-amount [role=alert]', 'Enter at least EGP 10.00.');
    await amount.fill('20');
    await inside().locator('.promotion-add').click();
    await isShown('button[type=submit]', 'Pay EGP 120.00');
    await inside().locator('[name=promotionCode]').fill('frame10');
    await pay();
    await isShown('button[type=submit]', 'Pay EGP 108.00');
    expect((await shop.session(id)).paymentIntent).toBeNull();
    await pay();
    await expectTitle('Payment successful');
    expect(await shop.session(id)).toMatchObject({ paymentStatus: 'paid', amountTotal: 10_800 });
  });

  test('says what came of a declined payment in the frame, where another card pays', async () => {
    const { clientSecret } = await open();
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.goto(made.url);
    await fillCard(cards.declined);
    await pay();
    await eventually(async () => expect(await inside().locator('[role=alert]').count()).toBe(1));
    await inside().locator('[name="card.number"]').fill('');
    await inside().locator('[name="card.number"]').pressSequentially(cards.good);
    await pay();
    await eventually(async () => expect(await notified()).toEqual(['ready', 'paid']));
  });

  test('may take the checkout away and show it again', async () => {
    const { clientSecret } = await open();
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.goto(made.url);
    await eventually(async () => expect(await notified()).toEqual(['ready']));
    await page.evaluate('checkout.unmount()');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.evaluate(`checkout.mount(document.querySelector('main'))`);
    await eventually(async () => expect(await notified()).toEqual(['ready', 'ready']));
    await page.evaluate('checkout.destroy()');
    expect(await page.evaluate(`(() => { try { checkout.mount('main') } catch (e) { return e.message } })()`)).toBe(
      'This checkout was destroyed.',
    );
  });

  test('receives events of a checkout whose frame was loaded again, although the document before never answered', async () => {
    const { clientSecret } = await open();
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await page.clock.install();
    await page.route('**/c/cs_test_*', (route) => route.fulfill({ body: 'silence', contentType: 'text/html' }), {
      times: 1,
    });
    await page.goto(made.url);
    await inside().getByText('silence').waitFor();
    await page.frames().at(-1)?.evaluate('location.reload()');
    await eventually(async () => expect(await notified()).toEqual(['ready']));
    await page.clock.runFor(10_000); // longer than any frame may be silent
    expect(await notified()).toEqual(['ready']);
    expect(await page.locator('iframe').count()).toBe(1);
  });

  test('is the only one that the frame listens to: another frame beside it is not', async () => {
    const stranger = await serve({
      '/': `<script>
        addEventListener('message', () => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => parent.postMessage('received ' + data.type, '*');
          parent.frames[0].postMessage({ type: 'mizan:hello' }, '*', [port2]);
        });
      </script>`,
    });
    const { clientSecret } = await open();
    const made = await serve({ '/': pageShowing({ clientSecret }) });
    await register(made);
    await register(stranger); // even so
    await page.goto(made.url);
    await eventually(async () => expect(await notified()).toEqual(['ready']));
    // Whoever listens in the checkout hears the stranger before this one, so an answer would arrive before its word.
    const marking = `addEventListener('message', ({ ports }) => ports[0]?.postMessage({ type: 'marker' }))`;
    await page.frames().at(-1)?.evaluate(marking);
    const received = await page.evaluate(`new Promise((tell) => {
      addEventListener('message', ({ data }) => tell(data));
      const frame = document.createElement('iframe');
      frame.src = '${stranger.url}';
      frame.onload = () => frame.contentWindow.postMessage('go', '*');
      document.body.append(frame);
    })`);
    expect(received).toBe('received marker');
  });
});

describe('mizan.js', () => {
  test.each(['mz_sk_test_1', 'mz_rk_live_1'])('refuses a key that must not be in a page: %s', async (key) => {
    const made = await serve({ '/': `<script src="${shop.world.gatewayUrl}/js/mizan.js"></script>` });
    await page.goto(made.url);
    expect(await page.evaluate(`(() => { try { Mizan('${key}') } catch (e) { return e.message } })()`)).toBe(
      'This is a secret key: never put it in a page. Use a publishable key, mz_pk_…',
    );
  });

  const get = (headers: Record<string, string> = {}) => fetch(`${shop.world.gatewayUrl}/js/mizan.js`, { headers });

  test('may be loaded by any page, is looked for again soon, and is not sent twice', async () => {
    const answer = await get();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    const tag = answer.headers.get('etag') ?? '';
    expect((await answer.text()).length).toBeLessThan(16 * 1024);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get({ 'if-none-match': known });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await fetch(`${shop.world.gatewayUrl}/assets/mizan.js`)).status).toBe(404); // never kept for good
  });
});
