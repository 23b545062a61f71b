import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { captureKey, type CaptureRequest, type Provider } from '../port/provider.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import { StripeClients } from './stripe-client.ts';
import { startStripeDouble, type StripeDouble } from './stripe-double.test-support.ts';
import { methods } from './stripe-objects.test-support.ts';
import type { StripeRecord } from './stripe-store.ts';
import { createStripeProvider } from './stripe-provider.ts';

const secretKey = 'sk_live_theOnlyKeyOfTheDouble';
const chargeId = 'ch_1';
const now = new Date('2030-06-01T12:00:00.000Z');
const nextDay = new Date('2030-06-02T12:00:00.000Z');

let double: StripeDouble;
let provider: Provider;
beforeAll(async () => {
  double = await startStripeDouble(secretKey);
});
afterAll(() => double.close());
beforeEach(async () => {
  double.reset();
  const client = await new StripeClients(double.url).of(secretKey);
  const store = inMemoryRecords<StripeRecord>();
  provider = createStripeProvider(async () => ({ client, store, returnUrlOf: () => 'https://pay.example' }));
  const method = { type: 'card', token: methods.approving, card: null, cardInfo: null } as const;
  await provider.authorize({ chargeId, amount: 5_000, currency: 'EGP', captureMethod: 'manual', method, now });
});

const intent = () => double.ledger.intentOf(chargeId);
const atStripe = (verb: string, fields: object) =>
  double.ledger.perform('POST', 'payment_intents', intent()?.id ?? '', verb, { ...fields });
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
  double.outage = isLostOnItsWay ? 503 : undefined;
  await capture().finally(() => (double.outage = undefined));
  double.forgetKeys();
  meanwhile();
  return capture({ now: nextDay });
}

describe('a capture that is polled after Stripe forgot its key', () => {
  test('and that was made is found by what the payment received, and takes nothing more', async () => {
    expect((await syncNextDay(false)).kind).toBe('captured');
    expect(intent()).toMatchObject({ amount_received: 3_000, amount_capturable: 2_000 });
  });
  test('and that never arrived is made now', async () => {
    expect((await syncNextDay(true)).kind).toBe('captured');
    expect(intent()).toMatchObject({ amount_received: 3_000 });
  });
  test('after another one is measured by what came since', async () => {
    await capture({ idempotencyKey: captureKey(chargeId, 1), amount: 1_000 });
    const second = { idempotencyKey: captureKey(chargeId, 2), amount: 1_000, capturedBefore: 1_000 };
    double.outage = 503;
    await capture(second).finally(() => (double.outage = undefined));
    double.forgetKeys();
    expect((await capture({ ...second, now: nextDay })).kind).toBe('captured');
    expect(intent()).toMatchObject({ amount_received: 2_000 });
    double.forgetKeys();
    expect((await capture({ ...second, now: nextDay })).kind).toBe('captured');
    expect(intent()).toMatchObject({ amount_received: 2_000 });
  });
  test('has failed when the authorization is gone', async () => {
    expect((await syncNextDay(true, () => atStripe('cancel', {}))).kind).toBe('failed');
  });
  test('has failed when another amount was captured at Stripe', async () => {
    const outcome = await syncNextDay(true, () => atStripe('capture', { amount_to_capture: 4_500 }));
    expect(outcome).toMatchObject({ kind: 'failed', merchantMessage: expect.stringContaining('4500') });
    expect(intent()).toMatchObject({ amount_received: 4_500 });
  });
});
