import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startStripeStandIn, stripeTestMethods as methods, type StripeStandIn } from '@mizan/stand-ins';
import { captureKey, type CaptureRequest, type Provider } from '../port/provider.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import { StripeClients } from './stripe-client.ts';
import type { StripeRecord } from './stripe-store.ts';
import { createStripeProvider } from './stripe-provider.ts';

const secretKey = 'sk_live_theFirstKeyOfTheStandIn';
const chargeId = 'ch_1';
const now = new Date('2030-06-01T12:00:00.000Z');
const nextDay = new Date('2030-06-02T12:00:00.000Z');

let stripe: StripeStandIn;
let provider: Provider;
beforeEach(async () => {
  stripe = await startStripeStandIn({ account: { secretKey }, acceptsTestCardsInLiveMode: true });
  const client = await new StripeClients(stripe.url).of(secretKey);
  const store = inMemoryRecords<StripeRecord>();
  provider = createStripeProvider(async () => ({
    client,
    store,
    returnUrlOf: () => 'https://pay.example',
    onKeyRefused: async () => undefined,
  }));
  const method = { type: 'card', token: methods.approving, card: null, cardInfo: null } as const;
  await provider.authorize({ chargeId, amount: 5_000, currency: 'EGP', captureMethod: 'manual', method, now });
});

afterEach(() => stripe.close());

const intent = () => stripe.intents.find(({ metadata }) => metadata['mizan_charge'] === chargeId);
/** While this is added, Stripe does not answer. */
const outage = { effect: 'status', status: 503, times: null } as const;
const capture = (more: Partial<CaptureRequest> = {}) =>
  provider.capture({
    chargeId,
    idempotencyKey: captureKey(chargeId, 1),
    amount: 3_000,
    capturedBefore: 0,
    isFinal: false,
    now,
    ...more,
  });
/** Asks for a capture whose request or answer gets lost, and again a day later, when Stripe knows its key no more. */
async function syncNextDay(isLostOnItsWay: boolean, meanwhile: () => unknown = () => undefined) {
  if (isLostOnItsWay) stripe.faults.add(outage);
  await capture().finally(() => stripe.faults.clear());
  stripe.forgetIdempotencyKeys();
  meanwhile();
  return capture({ now: nextDay });
}

describe('a capture that is polled after Stripe forgot its key', () => {
  test('and that was made is found by what the payment received, and takes nothing more', async () => {
    expect((await syncNextDay(false)).kind).toBe('captured');
    expect(intent()).toMatchObject({ amountReceived: 3_000, amountCapturable: 2_000 });
  });
  test('and that never arrived is made now', async () => {
    expect((await syncNextDay(true)).kind).toBe('captured');
    expect(intent()).toMatchObject({ amountReceived: 3_000 });
  });
  test('after another one is measured by what came since', async () => {
    await capture({ idempotencyKey: captureKey(chargeId, 1), amount: 1_000 });
    const second = { idempotencyKey: captureKey(chargeId, 2), amount: 1_000, capturedBefore: 1_000 };
    stripe.faults.add(outage);
    await capture(second).finally(() => stripe.faults.clear());
    stripe.forgetIdempotencyKeys();
    expect((await capture({ ...second, now: nextDay })).kind).toBe('captured');
    expect(intent()).toMatchObject({ amountReceived: 2_000 });
    stripe.forgetIdempotencyKeys();
    expect((await capture({ ...second, now: nextDay })).kind).toBe('captured');
    expect(intent()).toMatchObject({ amountReceived: 2_000 });
  });
  test('has failed when the authorization is gone', async () => {
    expect((await syncNextDay(true, () => stripe.cancelInDashboard(intent()?.id ?? ''))).kind).toBe('failed');
  });
  test('has failed when another amount was captured at Stripe', async () => {
    const outcome = await syncNextDay(true, () => stripe.captureInDashboard(intent()?.id ?? '', 4_500));
    expect(outcome).toMatchObject({ kind: 'failed', merchantMessage: expect.stringContaining('4500') });
    expect(intent()).toMatchObject({ amountReceived: 4_500 });
  });
});
