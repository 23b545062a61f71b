import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { StandInClock } from '../server/clock.ts';
import { refundDelayMs } from './refunds/create-refund.ts';
import { startStripeStandIn } from './start-stripe-stand-in.ts';
import { startShop, type Shop } from './shop.test-support.ts';

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

test('the file is for its owner’s eyes only, and never half written', async () => {
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
