import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_REQUIRE_IDEMPOTENCY_KEY: 'money' } });
});
afterAll(() => world.stop());

test('where the platform asks for it, money moves with an Idempotency-Key only', async () => {
  const refund = { chargeId: newId('ch') };
  for (const path of ['/refunds', '/payment-intents/pi_1/capture', '/payment-intents/pi_1/confirm']) {
    const body = path === '/refunds' ? refund : {};
    const { status, body: refused } = await world.merchant('POST', path, body);
    expect([path, status, refused.error?.code, refused.error?.param]).toEqual([
      path,
      400,
      'parameter_missing',
      'Idempotency-Key',
    ]);
    expect((await world.merchant('POST', path, body, { idempotencyKey: newId('key') })).status).toBe(404);
  }
  const payment = { amount: 100, currency: 'EGP' };
  expect((await world.merchant('POST', '/payment-intents', payment)).status).toBe(201);
  const paid = { ...payment, confirm: true, paymentMethod: { id: 'pm_test_card_succeed' } };
  expect((await world.merchant('POST', '/payment-intents', paid)).body.error?.param).toBe('Idempotency-Key');
  expect((await world.merchant('POST', '/payment-intents', paid, { idempotencyKey: newId('key') })).status).toBe(201);
});
