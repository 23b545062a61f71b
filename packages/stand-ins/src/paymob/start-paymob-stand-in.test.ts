import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PaymobAccount } from './account.ts';
import { goodCard, openShop, type Shop } from './shop.test-support.ts';
import { startPaymobStandIn } from './start-paymob-stand-in.ts';

let folder: string;
let stateFile: string;
let shop: Shop;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  stateFile = join(folder, 'deep', 'paymob.json');
  shop = await openShop({ stateFile, retryDelaysMs: [1_000] });
});
afterEach(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await shop.paymob.close();
  shop.paymob = await startPaymobStandIn({ stateFile, clock: shop.clock, retryDelaysMs: [1_000] });
}

test('a restart forgets nothing: keys, orders, payments, steps, saved cards and tokens', async () => {
  const { body: intention } = await shop.intend('card', { special_reference: 'order-1' });
  await shop.payAsBuyer(intention, 'card', { ...goodCard, save: '1' });
  await shop.paymob.idle();
  const saved = shop.callbacks().at(-1).obj.token;
  const { body: wallet } = await shop.intend('wallet');
  const { location } = await shop.payAsBuyer(wallet, 'wallet', { phone: '01010101010' });
  const { body: auth } = await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } });
  const before = { account: shop.paymob.account, records: shop.paymob.records() };
  await restart();
  expect({ account: shop.paymob.account, records: shop.paymob.records() }).toEqual(before);
  expect((await shop.intend('card', { special_reference: 'order-1' })).status).toBe(400);
  expect((await shop.intend('cardOnFile', { card_tokens: [saved] })).status).toBe(201);
  expect((await shop.submit(location, { pin: '123456', otp: '123456' })).status).toBe(303);
  const [payment] = before.records;
  const { body } = await shop.call('GET', `/api/acceptance/transactions/${payment?.id}`, {
    as: `Bearer ${auth.token}`,
  });
  expect(body.success).toBe(true);
  const { status } = await shop.post('/api/acceptance/void_refund/refund', {
    transaction_id: payment?.id,
    amount_cents: 10_000,
  });
  expect(status).toBe(201);
});

test('a callback that was not accepted before a restart is sent after it', async () => {
  shop.merchant.statuses.push(500);
  await shop.intend('card', { special_reference: 'order-1' });
  shop.paymob.pay('order-1');
  await shop.paymob.idle();
  await restart();
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ obj }) => obj.order.merchant_order_id)).toEqual(['order-1', 'order-1']);
  await restart();
  await shop.paymob.idle();
  expect(shop.merchant.received).toHaveLength(2);
});

test('a hold is voided on time although the stand-in was restarted', async () => {
  const { body: intention } = await shop.intend('cardAuth');
  shop.paymob.pay(intention.id);
  await restart();
  shop.clock.advance(14 * 24 * 60 * 60 * 1000);
  expect(readFileSync(stateFile, 'utf8')).toContain('"kind":"void"'); // at once, although no request caused it
  expect(shop.paymob.records().map(({ kind, isVoided }) => [kind, isVoided])).toEqual([
    ['payment', true],
    ['void', false],
  ]);
});

test('no card number and no security code is kept', async () => {
  const { body: intention } = await shop.intend();
  await shop.payAsBuyer(intention, 'card', { ...goodCard, number: '4000 0000 0000 3220', save: '1' });
  const text = readFileSync(stateFile, 'utf8');
  expect(text).toContain('4000003220');
  expect([text.includes('4000000000003220'), text.includes('"123"')]).toEqual([false, false]);
});

test('a line that was cut off by the end of the process is left out, and the file is compacted', async () => {
  const { body: intention } = await shop.intend();
  shop.paymob.pay(intention.id);
  await shop.paymob.idle();
  await shop.paymob.close();
  const before = shop.paymob.snapshot();
  const length = statSync(stateFile).size;
  appendFileSync(stateFile, '{"in":"transactions","row":{"id":1,');
  shop.paymob = await startPaymobStandIn({ stateFile, clock: shop.clock });
  expect(shop.paymob.snapshot()).toEqual(before);
  expect(statSync(stateFile).size).toBeLessThan(length);
});

test('others on the machine cannot read the keys', async () => {
  await shop.intend();
  expect(statSync(stateFile).mode & 0o077).toBe(0);
  expect(() => statSync(`${stateFile}.new`)).toThrow('ENOENT');
});

test.each(['', '{"version":', '{"set":"version","value":99}\n', '[]\n', 'null\n', 'x\n{"set":"version","value":1}\n'])(
  'a file that is no state is refused and kept: %s',
  async (text) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, text);
    await expect(startPaymobStandIn({ stateFile: path })).rejects.toThrow('is not the state of this stand-in');
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('a file of another country is refused', async () => {
  await expect(startPaymobStandIn({ stateFile, country: 'omn' })).rejects.toThrow('is an account of egy, not of omn');
});

test('a port that is taken is an error', async () => {
  const port = Number(new URL(shop.paymob.url).port);
  await expect(startPaymobStandIn({ port })).rejects.toThrow('EADDRINUSE');
});

test.each([
  ['ksa', 'SAR', ['googlePay'], ['wallet', 'kiosk', 'valu']],
  ['egy', 'EGP', ['wallet', 'kiosk', 'valu', 'sympl', 'applePay', 'cardMoto'], ['googlePay']],
] as const)('an account in %s has the methods of its country in %s', async (country, currency, offered, missing) => {
  const abroad = await startPaymobStandIn({ country });
  const { account, liveAccount } = abroad;
  const state = (await (await fetch(`${abroad.url}/_control/account`)).json()) as PaymobAccount;
  await abroad.close();
  expect([account.secretKey, account.publicKey, liveAccount.secretKey]).toEqual([
    expect.stringMatching(new RegExp(`^${country}_sk_test_[0-9a-f]{64}$`)),
    expect.stringMatching(new RegExp(`^${country}_pk_test_`)),
    expect.stringMatching(new RegExp(`^${country}_sk_live_`)),
  ]);
  for (const slot of offered) expect(account.integrations[slot]).not.toBe(liveAccount.integrations[slot]);
  for (const slot of missing) expect(account.integrations[slot]).toBeUndefined();
  expect(new Set(state.integrations.map((each) => each.currency))).toEqual(new Set([currency]));
});
