import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { StandInClock } from '../server/clock.ts';
import { refundDelayMs } from './refunds/create-refund.ts';
import { startStripeStandIn } from './start-stripe-stand-in.ts';
import { refusalOf, startShop, type Shop } from './shop.test-support.ts';

let folder: string;
let stateFile: string;
const open: Shop[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stripe-stand-in-'));
  stateFile = join(folder, 'state', 'stripe.json');
});
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.close();
  rmSync(folder, { recursive: true });
});

const start = async (clock = new StandInClock()): Promise<Shop> => {
  const shop = await startShop({ stateFile, clock, retryDelaysMs: [600_000] });
  open.push(shop);
  return shop;
};
const restart = async (shop: Shop, clock?: StandInClock): Promise<Shop> => {
  open.splice(open.indexOf(shop), 1);
  await shop.close();
  return start(clock);
};
const terms = { amount: 10_000, currency: 'egp', allowed_payment_method_types: ['card' as const] };

test('a restart forgets nothing: keys, payments, refunds, tokens, domains and answers under idempotency keys', async () => {
  const first = await start();
  const { account } = first.standIn;
  const pay = (shop: Shop) =>
    shop.stripe.paymentIntents.create(
      { ...terms, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k' },
    );
  const paid = await pay(first);
  const refund = await first.stripe.refunds.create({ payment_intent: paid.id, amount: 1_000 });
  const token = await first.stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
  const domain = await first.stripe.paymentMethodDomains.create({ domain_name: 'shop.example' });
  const method = await first.stripe.paymentMethods.retrieve('pm_card_visa');

  const second = await restart(first);
  expect(second.standIn.account).toEqual(account);
  expect((await pay(second)).id).toBe(paid.id);
  expect((await second.stripe.refunds.retrieve(refund.id)).amount).toBe(1_000);
  expect((await second.stripe.confirmationTokens.retrieve(token.id)).id).toBe(token.id);
  expect((await second.stripe.paymentMethodDomains.retrieve(domain.id)).domain_name).toBe('shop.example');
  expect((await second.stripe.paymentMethods.retrieve(method.id)).id).toBe(method.id);
});

test('everything is after a restart as it was left, whatever changed it', async () => {
  const first = await start();
  const { stripe, standIn } = first;
  const hold = { ...terms, capture_method: 'manual' as const, confirm: true };
  const pay = (payment_method: string, more: object = {}) =>
    stripe.paymentIntents.create({ ...terms, confirm: true, payment_method, ...more });
  const held = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_visa',
    payment_method_options: { card: { request_multicapture: 'if_available' } },
  });
  await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1_000, final_capture: false });
  await refusalOf(pay('pm_card_visa_chargeDeclined'));
  standIn.pay(standIn.intents.at(-1)?.id ?? '');
  for (const succeeds of [true, false]) {
    const waiting = await pay('pm_card_threeDSecure2Required', { return_url: 'https://shop.example/' });
    standIn.authenticate(waiting.id, succeeds);
  }
  const canceled = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' });
  standIn.cancelInDashboard(canceled.id, 'automatic');
  const changed = await stripe.paymentIntents.create(terms);
  await stripe.paymentIntents.update(changed.id, { metadata: { a: '1' } });
  const failing = await pay('pm_card_refundFail');
  await stripe.refunds.create({ payment_intent: failing.id, amount: 4_000 });
  standIn.clock.advance(refundDelayMs);
  const token = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
  const used = await stripe.paymentIntents.create(terms);
  const { payment_method: usedMethod } = await stripe.paymentIntents.confirm(used.id, { confirmation_token: token.id });
  await stripe.paymentIntents.create(terms, { idempotencyKey: 'forgotten' });
  standIn.forgetIdempotencyKeys();
  const left = structuredClone([standIn.intents, standIn.records()]);
  const events = (await stripe.events.list({ limit: 100 })).data;
  const movements = (await stripe.balanceTransactions.list({ limit: 100 })).data.map(({ id, net }) => [id, net]);

  const second = await restart(first, standIn.clock);
  expect([second.standIn.intents, second.standIn.records()]).toEqual(left);
  expect((await second.stripe.events.list({ limit: 100 })).data).toEqual(events);
  const after = (await second.stripe.balanceTransactions.list({ limit: 100 })).data.map(({ id, net }) => [id, net]);
  expect(after).toEqual(movements);
  expect(
    await refusalOf(second.stripe.paymentIntents.confirm(changed.id, { confirmation_token: token.id })),
  ).toMatchObject({
    code: 'confirmation_token_already_used',
  });
  const again = second.stripe.paymentIntents.confirm(changed.id, { payment_method: String(usedMethod) });
  expect(await refusalOf(again)).toMatchObject({ param: 'payment_method' });
  const count = second.standIn.intents.length;
  await second.stripe.paymentIntents.create(terms, { idempotencyKey: 'forgotten' });
  expect(second.standIn.intents).toHaveLength(count + 1);
});

test('a refund that stands, a hold that time has released and a wallet’s tokens are after a restart as they were left', async () => {
  const first = await start();
  const { stripe, standIn } = first;
  await stripe.paymentIntents.create({
    ...terms,
    capture_method: 'manual',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  standIn.clock.advance(7 * refundDelayMs);
  const paid = await stripe.paymentIntents.create({ ...terms, confirm: true, payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000 });
  await stripe.paymentMethodDomains.create({ domain_name: 'shop.example' });
  const page = async (shop: Shop, path: string, fields: Record<string, string>) => {
    const headers = { authorization: `Bearer ${standIn.account.publishableKey}` };
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${shop.standIn.url}${path}`, { method: 'POST', headers, body });
    return (await answer.json()) as { id?: string; error?: { code: string } };
  };
  const sheet = () =>
    page(first, '/endive/wallet_tokens', { wallet: 'applePay', domain: 'shop.example', number: '4242424242424242' });
  const tokenize = (shop: Shop, id = '') => page(shop, '/v1/payment_methods', { type: 'card', 'card[token]': id });
  const [used, unused] = [await sheet(), await sheet()];
  await tokenize(first, used.id);
  const left = structuredClone([standIn.intents, standIn.records()]);

  const second = await restart(first, standIn.clock);
  expect([second.standIn.intents, second.standIn.records()]).toEqual(left);
  expect((await tokenize(second, used.id)).error?.code).toBe('token_already_used');
  expect((await tokenize(second, unused.id)).id).toMatch(/^pm_/);
});

test('what was planned happens after a restart: a refund is decided, a hold is released', async () => {
  const first = await start();
  const paid = await first.stripe.paymentIntents.create({
    ...terms,
    confirm: true,
    payment_method: 'pm_card_pendingRefund',
  });
  const refund = await first.stripe.refunds.create({ payment_intent: paid.id });
  const held = await first.stripe.paymentIntents.create({
    ...terms,
    capture_method: 'manual',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  const clock = new StandInClock();
  const second = await restart(first, clock);
  clock.advance(refundDelayMs);
  expect((await second.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  clock.advance(7 * refundDelayMs);
  expect((await second.stripe.paymentIntents.retrieve(held.id)).status).toBe('canceled');
});

test('a webhook that no one accepted is sent again after a restart, newly signed', async () => {
  const first = await start();
  const { secret = '' } = await first.stripe.webhookEndpoints.create({
    url: first.webhookUrl,
    enabled_events: ['payment_intent.created'],
  });
  first.statuses.push(500);
  await first.stripe.paymentIntents.create(terms);
  await first.standIn.idle();
  expect(first.received).toHaveLength(1);
  await first.standIn.close(); // the merchant's server stays
  const second = await startStripeStandIn({ stateFile });
  try {
    await eventually(() => expect(first.received).toHaveLength(2));
    const { raw, headers } = first.received[1] ?? { raw: '', headers: {} };
    const event = first.stripe.webhooks.constructEvent(raw, String(headers['stripe-signature']), secret);
    expect(event.type).toBe('payment_intent.created');
  } finally {
    await second.close();
  }
});

test('the file is for its owner’s eyes only, and has what was answered', async () => {
  const shop = await start();
  await shop.stripe.paymentIntents.create(terms);
  expect(statSync(stateFile).mode & 0o077).toBe(0);
  const { id } = shop.standIn.intents[0] ?? {};
  expect(
    readFileSync(stateFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"id":"${id}"`)).length,
  ).toBeGreaterThan(0);
});

test('a file that cannot be read stops the start and is left as it was', async () => {
  const path = join(folder, 'broken.json');
  writeFileSync(path, 'no lines of JSON\n');
  await expect(startStripeStandIn({ stateFile: path })).rejects.toThrow('is not the state of this stand-in');
  expect(readFileSync(path, 'utf8')).toBe('no lines of JSON\n');
});
