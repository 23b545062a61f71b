import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

interface Answer {
  paymentIntent: PaymentIntent | null;
  objectVersion: number;
  error?: { code: string };
}
const abandon = async (checkoutSessionId: string, idempotencyKey = newId('key')) =>
  (
    await world.checkout<Answer>(
      'POST',
      '/internal/calls/abandonSessionAttempt',
      { checkoutSessionId },
      { idempotencyKey },
    )
  ).body;

test('an attempt that waits for the buyer is canceled at the provider, and the intent accepts another one', async () => {
  const checkoutSessionId = newId('cs_test');
  const { id, latestCharge } = await world.confirm({ checkoutSessionId, card: '4000000000003220' });
  const key = newId('key');
  const abandoned = await abandon(checkoutSessionId, key);
  expect(abandoned.paymentIntent).toMatchObject({
    id,
    status: 'REQUIRES_PAYMENT_METHOD',
    nextAction: null,
    charges: [{ status: 'FAILED' }],
    lastPaymentError: { code: 'customer_abandoned' },
  });
  expect(await abandon(checkoutSessionId, key)).toEqual(abandoned);

  await fetch(`${world.urls.payments}/simulator/${latestCharge?.id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'authenticate' }),
  });
  expect((await world.intent(id)).status).toBe('REQUIRES_PAYMENT_METHOD');
  expect((await world.eventsOf(id, latestCharge?.id ?? '')).map(({ type }) => type).slice(-2)).toEqual([
    'charge.failed',
    'payment_intent.payment_failed',
  ]);
  expect((await world.tryConfirm({ checkoutSessionId, attempt: 2 })).status).toBe(200);
  expect((await world.intent(id)).status).toBe('SUCCEEDED');
  expect(await world.findings()).toEqual([]);
});

test('where nothing waits for the buyer nothing changes', async () => {
  expect(await abandon('cs_test_unknown')).toEqual({ paymentIntent: null, objectVersion: 0 });
  const checkoutSessionId = newId('cs_test');
  const declined = await world.confirm({ checkoutSessionId, card: '4000000000000002' });
  expect((await abandon(checkoutSessionId)).paymentIntent).toEqual(declined);
});

test('payment_still_confirming while the outcome is unknown; resource_invalid_state when it is paid', async () => {
  const [undecided, paid] = [newId('cs_test'), newId('cs_test')];
  await world.confirm({ checkoutSessionId: undecided, card: '4000000000007023' });
  expect((await abandon(undecided)).error?.code).toBe('payment_still_confirming');
  await world.confirm({ checkoutSessionId: paid });
  expect((await abandon(paid)).error?.code).toBe('resource_invalid_state');
});
