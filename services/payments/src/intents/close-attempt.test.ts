import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const close = async (checkoutSessionId: string, attempt: number) =>
  (
    await world.checkout<{ paymentIntent: PaymentIntent | null; objectVersion: number }>(
      'POST',
      '/internal/calls/closeAttempt',
      { checkoutSessionId, attempt },
    )
  ).body;
const confirm = async (checkoutSessionId: string, attempt: number, more: object = {}) => {
  const { status, body } = await world.tryConfirm({ checkoutSessionId, attempt, ...more });
  return body.error?.code ?? status;
};

test('a confirm that comes after its attempt was closed is 409 resource_invalid_state and charges nothing', async () => {
  const checkoutSessionId = newId('cs_test');
  expect(await close(checkoutSessionId, 3)).toEqual({ paymentIntent: null, objectVersion: 0 });
  expect(await close(checkoutSessionId, 2)).toEqual({ paymentIntent: null, objectVersion: 0 }); // closes nothing less
  for (const attempt of [1, 3, 2]) expect(await confirm(checkoutSessionId, attempt)).toBe('resource_invalid_state');
  expect((await close(checkoutSessionId, 3)).paymentIntent).toBeNull();
  expect(await confirm(checkoutSessionId, 4, { card: '4000000000000002' })).toBe(200);

  // The same once the session has a payment.
  expect((await close(checkoutSessionId, 6)).paymentIntent).toMatchObject({ status: 'REQUIRES_PAYMENT_METHOD' });
  expect(await confirm(checkoutSessionId, 5)).toBe('resource_invalid_state');
  expect(await confirm(checkoutSessionId, 7)).toBe(200);
});

test('a session’s closed attempts say nothing about those of another account', async () => {
  const checkoutSessionId = newId('cs_test');
  await close(checkoutSessionId, 1);
  const other = world.siblingClient('payments', 'checkout', { merchantId: 'acct_other' });
  const { status } = await other(
    'POST',
    '/internal/calls/confirmPayment',
    world.confirmRequest({ checkoutSessionId }),
    {
      idempotencyKey: newId('key'),
    },
  );
  expect(status).toBe(200);
});

test('a confirm that was delayed until after the end of its session is checkout_session_expired', async () => {
  const checkoutSessionId = newId('cs_test');
  const expired = { sessionExpiresAt: new Date().toISOString() };
  expect(await confirm(checkoutSessionId, 1, expired)).toBe('checkout_session_expired');
  expect(await confirm(checkoutSessionId, 2, { card: '4000000000000002' })).toBe(200);
  expect(await confirm(checkoutSessionId, 3, expired)).toBe('checkout_session_expired');
});

test('of a confirm and a closing at the same moment either is first: the closing sees the payment, or there is none', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const checkoutSessionId = newId('cs_test');
      const [answer, closed] = await Promise.all([confirm(checkoutSessionId, 1), close(checkoutSessionId, 1)]);
      return `${answer} ${closed.paymentIntent === null ? 'unseen' : 'seen'}`;
    }),
  );
  expect(['200 seen', 'resource_invalid_state unseen']).toEqual(expect.arrayContaining([...new Set(outcomes)]));
});
