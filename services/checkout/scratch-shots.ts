import startRun from '../../packages/testing/src/run/start-run.ts';
import { launchBrowser } from '@mizan/stack/launch-browser';
import { startCheckout, cards } from './src/checkout.test-support.ts';
import { startFront } from './src/page/front.test-support.ts';
import { mkdirSync } from 'node:fs';
const out = '/tmp/shots';
mkdirSync(out, { recursive: true });
const only = process.argv[2];
await startRun();
const world = await startCheckout();
const { siblings } = world;
const soap = siblings.addPrice(
  { unitAmount: 12_500 },
  { name: 'Olive oil soap, lavender', description: 'Cold-pressed, 120 g bar, wrapped in recycled paper' },
);
const tea = siblings.addPrice({ unitAmount: 8_950 }, { name: 'Hibiscus tea', description: null });
const pot = siblings.addPrice({ unitAmount: 64_000 }, { name: 'Hand-thrown clay teapot' }, 300);
const donation = siblings.addPrice(
  { unitAmount: null, type: 'CUSTOM', customUnitAmount: { minimum: 1000, maximum: 500000, preset: 5000 } },
  { name: 'Plant a tree' },
);
const arabic = siblings.addPrice(
  { unitAmount: 12_500 },
  { name: 'صابون زيت الزيتون باللافندر', description: 'قطعة ١٢٠ جم معصورة على البارد' },
);
const tea2 = siblings.addPrice({ unitAmount: 8_950 }, { name: 'شاي كركديه' });
const probe = await world.openSession({});
const publicUrl = new URL(probe.url).origin;
const front = await startFront(world, publicUrl, (id) => siblings.move(id, { status: 'SUCCEEDED', nextAction: null }));
const browser = await launchBrowser();
const cart = {
  lineItems: [
    { price: soap.price.id, quantity: 2, adjustableQuantity: { enabled: true, minimum: 1, maximum: 9 } },
    { price: tea.price.id },
    { price: pot.price.id },
  ],
  cancelUrl: 'https://shop.example/cart',
};
const arCart = {
  lineItems: [
    { price: arabic.price.id, quantity: 2, adjustableQuantity: { enabled: true, minimum: 1, maximum: 9 } },
    { price: tea2.price.id },
  ],
  cancelUrl: 'https://shop.example/cart',
};
type Opts = { width: number; height: number; locale: string; scheme: 'light' | 'dark' };
async function shot(name: string, url: string, o: Opts, act?: (page: import('playwright-core').Page) => Promise<void>) {
  if (only && !name.includes(only)) return;
  const context = await browser.newContext({
    viewport: { width: o.width, height: o.height },
    locale: o.locale,
    colorScheme: o.scheme,
    deviceScaleFactor: o.width < 500 ? 2 : 1,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('console', (m) => console.log(name, 'console', m.type(), m.text()));
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message));
  await page.goto(url);
  await page.waitForTimeout(350);
  if (act) await act(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: true });
  console.log('shot', name);
  await context.close();
}
const desk = { width: 1280, height: 900 },
  phone = { width: 360, height: 740 };
try {
  for (const [lang, locale, c] of [
    ['en', 'en-GB', cart],
    ['ar', 'ar-EG', arCart],
  ] as const)
    for (const scheme of ['light', 'dark'] as const)
      for (const [dev, size] of [
        ['desk', desk],
        ['phone', phone],
      ] as const) {
        const s = await world.openSession(lang === 'ar' ? { ...c, locale: 'ar' } : c);
        await shot(`form-${lang}-${scheme}-${dev}`, s.url, { ...size, locale, scheme });
      }
  const fill = async (page: import('playwright-core').Page, number: string) => {
    if (await page.locator('[name=email]').count()) await page.fill('[name=email]', 'mona@example.com');
    await page.locator('[name="card.number"]').pressSequentially(number);
    await page.locator('[name="card.expiry"]').pressSequentially('1234');
    await page.locator('[name="card.cvc"]').pressSequentially('123');
  };
  for (const [lang, locale] of [
    ['en', 'en'],
    ['ar', 'ar'],
  ] as const) {
    const d = { ...phone, locale, scheme: 'light' as const };
    let s = await world.openSession(lang === 'ar' ? arCart : cart);
    await shot(`errors-${lang}`, s.url, d, async (page) => {
      await page.locator('[name="card.number"]').pressSequentially('4242424242424241');
      await page.click('.button-pay');
    });
    s = await world.openSession(lang === 'ar' ? arCart : cart);
    await shot(`declined-${lang}`, s.url, d, async (page) => {
      await fill(page, cards.noFunds);
      await page.click('.button-pay');
      await page.waitForSelector('#notice');
    });
    s = await world.openSession({
      ...(lang === 'ar' ? arCart : cart),
      afterCompletion: {
        type: 'hosted_confirmation',
        hostedConfirmation: {
          customMessage: 'We pack your order today and send it tomorrow morning.',
          returnUrl: 'https://shop.example',
        },
      },
    });
    await shot(`paid-${lang}`, s.url, d, async (page) => {
      await fill(page, cards.good);
      await page.click('.button-pay');
      await page.waitForSelector('.panel-good');
    });
    s = await world.openSession(cart);
    await shot(`checking-${lang}`, s.url, { ...d, ...desk }, async (page) => {
      await fill(page, cards.lostAnswer);
      await page.click('.button-pay');
      await page.waitForSelector('.panel');
    });
  }
  const d = { ...desk, locale: 'en', scheme: 'light' as const };
  let s = await world.openSession({
    lineItems: [{ price: donation.price.id }],
    submitType: 'DONATE',
    nameCollection: true,
    phoneNumberCollection: true,
    shippingAddressCollection: true,
    billingAddressCollection: true,
    customFields: [
      {
        key: 'size',
        label: 'T-shirt size',
        type: 'DROPDOWN',
        dropdownOptions: [
          { label: 'Small', value: 's' },
          { label: 'Large', value: 'l' },
        ],
      },
      { key: 'gift', label: 'Gift message', type: 'TEXT', isOptional: true },
    ],
  });
  await shot('full-desk', s.url, d);
  await shot('full-phone-ar', s.url, { ...phone, locale: 'ar-EG', scheme: 'dark' });
  s = await world.openSession({
    ...cart,
    brandingSettings: {
      colors: { primary: '#5B2EE5' },
      borderStyle: 'pill',
      inputStyle: 'filled',
      spacing: 'spacious',
      fontFamily: 'inter',
    },
  });
  await shot('brand-desk', s.url, d);
  await shot('missing', `${publicUrl}/c/cs_test_nope`, { ...d });
  await shot('missing-ar-phone', `${publicUrl}/c/cs_test_nope`, { ...phone, locale: 'ar', scheme: 'dark' });
  await shot('incomplete', s.url.split('#')[0] as string, { ...phone, locale: 'en', scheme: 'light' });
  await world.merchant('POST', `/checkout/sessions/${s.id}/expire`);
  await shot('expired', s.url, d);
} catch (e) {
  console.error(e);
} finally {
  await browser.close();
  await front.close();
  await world.stop();
  await globalThis.endTestRun?.();
}
process.exit(0);
