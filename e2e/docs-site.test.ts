import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gateway } from '@mizan/gateway/app';
import { launchBrowser, startWorld, type World } from '@mizan/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from './page-barriers.test-support.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ services: [gateway] }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

const renderTimeout = { timeout: 120_000 };
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const desktop = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;

/** Opens a page, uses it, and expects that the browser complained of nothing and asked no other origin. */
async function visit(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== new URL(world.gatewayUrl).origin) complaints.push(request.url());
    });
    await page.goto(`${world.gatewayUrl}${path}`);
    await use(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

test('a person who opens the bare address gets the documentation, which says that the API is up', () =>
  visit('/', desktop, async (page) => {
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.getByRole('heading', { level: 1, name: 'Mizan documentation' }).waitFor();
    expect(await page.locator('#status').innerText()).toBe('The API is up');
    await page.getByRole('link', { name: 'Quick start' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  }));

/** What readers ask, and where below `/docs` it is explained. */
const questions: readonly (readonly [string, string])[] = [
  ['how do I refund a payment', 'guides/refunds#refund-a-payment'],
  ['mark-paid', 'guides/daily-work#mark-a-bank-transfer-paid'],
  ['mizan payments list', 'guides/daily-work#find-a-payment'],
  ['receipt number', 'guides/daily-work#find-a-payment'],
  ['test card numbers', 'guides/test-mode#test-cards'],
  ['what happens when a card is declined', 'errors#card_declined'],
  ['how do payouts work', 'guides/payouts'],
  ['how can I answer a dispute', 'guides/daily-work#answer-a-dispute'],
  ['create a payment link', 'guides/payment-links'],
  ['go live with Paymob', 'guides/going-live#paymob'],
  ['how do I give a discount', 'guides/discounts'],
  ['embed the checkout in my page', 'guides/embedded-checkout'],
  ['download a CSV report', 'guides/daily-work#csv-files-and-reports'],
  ['install the SDK', 'guides/quick-start#the-client-library'],
  ['idempotency key', 'guides/idempotency'],
  ['exit codes', 'guides/daily-work#exit-codes'],
  ['refund.failed', 'events#refund.failed'],
  ['refnud a payment', 'guides/refunds#refund-a-payment'],
  ['paymnet links', 'guides/payment-links'],
];

describe.each([
  ['a phone in the dark', phone],
  ['a desktop in the light', desktop],
])('on %s', (_, options) => {
  test.each([
    '/docs',
    '/docs/guides',
    '/docs/guides/quick-start',
    '/docs/guides/going-live',
    '/docs/errors',
    '/docs/events',
  ])('%s has no barrier and does not scroll sideways', (path) =>
    visit(path, options, async (page) => {
      await page.locator('h1').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }),
  );

  test('the search finds operations, guides, events and error codes, with the keyboard alone', () =>
    visit('/docs', options, async (page) => {
      await page.getByRole('button', { name: 'Search' }).waitFor();
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill('zzzzqqqq');
      await page.getByText('Nothing was found').waitFor();
      await page.getByRole('combobox', { name: 'Search' }).fill('refund');
      await page.getByRole('option').first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      // Until the next frame, a dialog that was closed keeps the focus in its field.
      const isOpenAgain = await page.evaluate<boolean>(`(() => {
        const dialog = document.querySelector('dialog');
        dialog.showModal();
        dialog.querySelector('input').focus();
        dialog.close();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
        return dialog.open;
      })()`);
      expect(isOpenAgain).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });

      const look = async (query: string, name: RegExp) => {
        await page.keyboard.press('/');
        await page.getByRole('combobox', { name: 'Search' }).fill(query);
        await page.getByRole('option', { name }).first().waitFor();
        for (let steps = 0; steps < 12; steps++) {
          if (name.test((await page.locator('[role=option][aria-selected=true]').innerText()) ?? '')) break;
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      };
      await look('refund', /Refunds/);
      await page.waitForURL('**/docs/guides/refunds');
      await look('card_declined', /card_declined/);
      await page.waitForURL('**/docs/errors#card_declined');
      await look('payment_intent.succeeded', /payment_intent\.succeeded/);
      await page.waitForURL('**/docs/events#payment_intent.succeeded');
      await look('create a checkout session', /POST \/checkout\/sessions\s+Create/);
      await page.waitForURL(/\/docs\/reference#\/.+\/createCheckoutSession$/);
    }));
});

test('the search says that it is loading, and then finds what was typed meanwhile', () =>
  visit('/docs', desktop, async (page) => {
    const index = Promise.withResolvers<void>();
    await page.route('**/docs/assets/search.json', async (route) => {
      await index.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Search' }).click();
    const dialog = page.getByRole('dialog');
    const note = dialog.getByRole('status');
    expect(await note.innerText()).toBe('Type a word, an operation, an event or an error code.');
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('refund partial');
    expect(await note.innerText()).toBe('Loading …');
    index.resolve();
    await dialog
      .getByRole('option', { name: /refund/i })
      .first()
      .waitFor();
    expect(await note.isHidden()).toBe(true);
  }));

test('the search answers natural questions with the page that explains them first, also misspelled', () =>
  visit('/docs', desktop, async (page) => {
    await page.getByRole('button', { name: 'Search' }).click();
    const input = page.getByRole('combobox', { name: 'Search' });
    const found: [string, string | null][] = [];
    for (const [query] of questions) {
      await input.fill(query);
      await page.locator(`#found[data-query="${query}"]`).waitFor();
      found.push([query, await page.getByRole('option').first().getAttribute('href')]);
    }
    expect(found).toEqual(questions.map(([query, url]) => [query, `/docs/${url}`]));
  }));

test('examples have a tab for each language; the choice holds on other pages, and arrow keys change it', () =>
  visit('/docs/guides/quick-start', desktop, async (page) => {
    const tabs = page.getByRole('tablist').first();
    const selected = () => page.locator('[role=tab][aria-selected=true]').first().innerText();
    expect(await selected()).toBe('curl');
    expect(await page.getByRole('tabpanel').first().innerText()).toContain('curl');
    await tabs.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await selected()).toBe('TypeScript');
    expect(await page.getByRole('tabpanel').first().innerText()).toContain('fetch(');
    await page.goto(`${world.gatewayUrl}/docs/guides/first-payment`);
    await page.getByRole('tab', { name: 'TypeScript', selected: true }).first().waitFor();
    expect(await page.getByRole('tab', { name: 'curl', selected: true }).count()).toBe(0);
  }));

test('without scripts every language is shown, with its name', () =>
  visit('/docs/guides/quick-start', { ...desktop, javaScriptEnabled: false }, async (page) => {
    expect(await page.getByRole('tab').count()).toBe(0);
    const example = await page.locator('.example').first().innerText();
    expect(example).toContain('curl');
    expect(example).toContain('TypeScript');
    expect(example).toContain('fetch(');
    expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0);
  }));

test('the search shows what it found in its sentence, and finds a test card', () =>
  visit('/docs', desktop, async (page) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('4000 0000 0000 0002');
    const first = page.getByRole('option', { name: /Test cards/ });
    await first.waitFor();
    expect(await first.locator('mark').allInnerTexts()).toEqual(['4000 0000 0000 0002']);
    expect(await first.innerText()).toMatch(/… .+ 4000 0000 0000 0002 declined: generic_decline .+ …$/);
  }));

test('on a touch screen the copy button covers no code', () =>
  visit('/docs/guides/quick-start', { ...phone, hasTouch: true, isMobile: true }, async (page) => {
    const code = page.locator('figure.code').first();
    const [button, text] = await Promise.all([code.locator('.copy').boundingBox(), code.locator('code').boundingBox()]);
    expect((button?.y ?? 0) + (button?.height ?? Infinity)).toBeLessThanOrEqual(text?.y ?? 0);
  }));

test('an operation of the reference fits a phone, and its button has the color of the site', () =>
  visit('/docs/reference', phone, async (page) => {
    await page.locator('#operations-tag-Coupons').click();
    const operation = page.locator('#operations-Coupons-deleteCoupon');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await page.locator('.btn.execute').waitFor();
    const styleOf = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).${property}`);
    expect(await styleOf('.btn.execute', 'backgroundColor')).toBe('rgb(127, 214, 186)');
    expect(await styleOf('.operation-filter-input', 'paddingLeft')).toBe('14.4px');
    const [table, around] = await Promise.all([
      operation.locator('.responses-table').first().boundingBox(),
      operation.boundingBox(),
    ]);
    expect((table?.x ?? 0) + (table?.width ?? Infinity)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
  }));

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('an address of an operation, on %s,', (_, options) => {
  const arrive = async (page: Page, id: string) => {
    // Drawing an operation takes long where tests share the machine.
    await page.locator(`#${id}.is-open .opblock-summary-control:focus`).waitFor(renderTimeout);
    await page.locator(`#${id} .opblock-body`).waitFor(renderTimeout);
    const top = await page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(options.viewport.height / 3);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  };

  test('opens it, shows it and focuses it; from the search on the same page as well, and Back leads back', () =>
    visit('/docs/reference#/Refunds/createRefund', options, async (page) => {
      await arrive(page, 'operations-Refunds-createRefund');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search' }).fill('create a checkout session');
      await page.getByRole('option', { name: /POST \/checkout\/sessions\s+Create/ }).click();
      await arrive(page, 'operations-Checkout_sessions-createCheckoutSession');
      await page.goBack();
      await arrive(page, 'operations-Refunds-createRefund');
    }));
});

test('the filter of the reference lists what merchants use first, and says when nothing matches', () =>
  visit('/docs/reference', desktop, async (page) => {
    const filter = page.getByPlaceholder('Filter by tag');
    await filter.fill('refund');
    await page.locator('#operations-tag-Products').waitFor({ state: 'hidden' });
    const tags = await page
      .locator('h3.opblock-tag')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-tag')));
    expect(tags.indexOf('Refunds')).toBeGreaterThanOrEqual(0);
    expect(tags.indexOf('Operator: platform')).toBeGreaterThan(tags.indexOf('Refunds'));
    expect(tags.indexOf('Pages')).toBeGreaterThan(tags.indexOf('Refunds'));
    await filter.fill('zzzz');
    await page.getByText('Nothing matches.').waitFor();
    expect(await page.getByText('No operations defined').count()).toBe(0);
    await filter.fill('');
    await page.locator('#operations-tag-Products').waitFor();
  }));

test('the filter of the events hides others, says when nothing matches, and gives way to a link', () =>
  visit('/docs/events', phone, async (page) => {
    const filter = page.getByRole('searchbox', { name: 'Filter events' });
    await filter.fill('refund failed');
    const shown = await page.locator('.entry:visible h3').allInnerTexts();
    expect(shown).toContain('refund.failed');
    expect(shown.filter((each) => !/refund/i.test(each))).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await filter.fill('zzzz');
    await page.getByText('Nothing matches.').waitFor();
    await page.evaluate("location.hash = '#product.created'");
    await page.locator('[id="product.created"]').waitFor();
    expect(await filter.inputValue()).toBe('');
  }));

test('without scripts every event is shown, and there is no filter', () =>
  visit('/docs/events', { ...desktop, javaScriptEnabled: false }, async (page) => {
    expect(await page.locator('.entry:visible').count()).toBe(await page.locator('.entry').count());
    expect(await page.getByRole('searchbox').count()).toBe(0);
  }));

test('code is copied as it is', () =>
  visit('/docs', { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('figure.code code').first().textContent());
    expect(copied).toContain('-H "Authorization: Bearer $MIZAN_KEY"');
  }));

test('an address of a field of an event opens the part that it is in', () =>
  visit('/docs/events#object-Currency', phone, async (page) => {
    await page.locator('#object-Currency[open]').waitFor();
  }));
