import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account, AccountProfile, CheckoutSession, Price, Product } from '@mizan/contracts';
import { eventually, launchBrowser } from '@mizan/testing';
import { startLivePlatform, type LivePlatform } from './live-platform.test-support.ts';
import { runMizan } from './mizan.test-support.ts';
import { findBarriers } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';

let platform: LivePlatform;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startLivePlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

/** A little longer than answers of payments are cached. */
const soon = { timeoutMs: 15_000 };

const order = async (key?: string) => {
  const product = await platform.live<Product>('POST', '/products', { name: 'Olive oil soap' }, key);
  const body = { currency: 'EGP', unitAmount: 12_500, type: 'ONE_TIME' };
  const price = await platform.live<Price>('POST', `/prices?productId=${product.body.id}`, body, key);
  return { lineItems: [{ price: price.body.id, quantity: 1 }] };
};
const typesOf = ({ paymentMethodTypes }: Pick<CheckoutSession, 'paymentMethodTypes'>) =>
  paymentMethodTypes.map(({ type }) => type);

test('a live account without a provider is refused with 403 merchant_not_activated, and its operator was warned', async () => {
  const { accounts, gatewayUrl } = platform.world;
  const { id, keys } = accounts.otherAccount;
  const { status, out, err } = await runMizan(['--json', 'accounts', 'update', id, '--live-payments', 'on'], {
    MIZAN_BASE_URL: gatewayUrl,
    MIZAN_OPERATOR_TOKEN: 'the operator token of these tests, long enough',
  });
  expect([status, JSON.parse(out)]).toMatchObject([0, { livePaymentsEnabled: true }]);
  expect(err).toContain(`mizan accounts settings ${id} --cash-on-delivery on`);
  await eventually(async () => {
    const refused = await platform.live('POST', '/checkout/sessions', await order(keys.liveSecret), keys.liveSecret);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'merchant_not_activated' } } });
    expect(JSON.stringify(refused.body)).toContain('taken by a connected provider');
  }, soon);
  const { body } = await platform.live<Account>('GET', '/account', undefined, keys.liveSecret);
  expect(body.supportedCurrencies.flatMap(({ paymentMethodTypes }) => paymentMethodTypes)).toEqual([]);
}, 60_000);

test('the operator who allows live payments is shown which methods of a connection have no fee', async () => {
  const { accountId, world, mizan } = platform;
  const { feeSchedule } = await mizan<AccountProfile>('accounts', 'show', accountId);
  const folder = await mkdtemp(join(tmpdir(), 'mizan-terms-'));
  const update = async (rules: AccountProfile['feeSchedule']) => {
    const file = join(folder, 'terms.json');
    await writeFile(file, JSON.stringify({ feeSchedule: rules }));
    const args = ['--json', 'accounts', 'update', accountId, '--terms', file, '--live-payments', 'on'];
    const env = {
      MIZAN_BASE_URL: world.gatewayUrl,
      MIZAN_OPERATOR_TOKEN: 'the operator token of these tests, long enough',
    };
    return (await runMizan(args, env)).err;
  };
  const isWallet = (type: string) => type === 'apple_pay' || type === 'google_pay';
  const withoutWallets = feeSchedule.filter(
    ({ paymentMethodType: type, currency }) => !(isWallet(type) && currency === 'EGP'),
  );
  expect(await update(withoutWallets)).toContain(
    'no fee is agreed in EGP for apple_pay, google_pay, so they are not offered.',
  );
  expect(await update(feeSchedule)).not.toContain('no fee is agreed');
  await rm(folder, { recursive: true });
});

test('with Stripe connected for cards a session offers only cards and wallets, though the account has more; without it the page says so', async () => {
  const { live, world, accountId, connected, mizan } = platform;
  const { body: inTest } = await world.api<Account>('GET', '/account');
  const methodsOf = ({ supportedCurrencies }: Account) =>
    supportedCurrencies.find(({ code }) => code === 'EGP')?.paymentMethodTypes ?? [];
  expect(methodsOf(inTest).length).toBeGreaterThan(10);
  await eventually(async () => {
    expect(methodsOf((await live<Account>('GET', '/account')).body)).toEqual(['card', 'apple_pay', 'google_pay']);
  }, soon);
  const session = await eventually(async () => {
    const answer = await live<CheckoutSession>('POST', '/checkout/sessions', await order());
    expect([answer.status, answer.body.paymentMethodTypes && typesOf(answer.body)]).toEqual([
      201,
      ['card', 'apple_pay', 'google_pay'],
    ]);
    return answer.body;
  }, soon);

  await mizan('providers', 'disconnect', accountId, connected.id);
  const confirmed = await fetch(`${world.gatewayUrl}/client/checkout/${session.id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-secret': session.clientSecret ?? '' },
    body: JSON.stringify({ paymentMethod: { type: 'card', token: 'pm_anything' } }),
  });
  expect([confirmed.status, await confirmed.json()]).toMatchObject([
    400,
    { error: { code: 'payment_method_mismatch', param: 'paymentMethod.type' } },
  ]);
  await eventually(async () => {
    expect((await live('POST', '/checkout/sessions', await order())).status).toBe(403);
  }, soon);

  for (const [device, viewport] of [
    ['phone', { width: 360, height: 740 }],
    ['desktop', { width: 1280, height: 900 }],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [locale, text] of [
        ['en', 'This shop cannot take payments yet.'],
        ['ar', 'لا يستطيع هذا المتجر استقبال المدفوعات بعد.'],
      ] as const) {
        const context = await browser.newContext({ viewport, colorScheme, locale });
        const page = await context.newPage();
        await page.goto(session.url ?? '');
        await page.getByText(text).waitFor();
        expect(await page.locator('button[type=submit], form .button-quiet').count()).toBe(0);
        expect(await findBarriers(page)).toEqual([]);
        await photograph(page, `live-no-method-${device}-${colorScheme}-${locale}`);
        await context.close();
      }
}, 180_000);
