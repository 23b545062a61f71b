import { describe, expect, test } from '@jest/globals';
import type { PaymentIntentStatus, PaymentMethodType } from '@mizan/contracts';
import { isExpired, isInDoubt, transitionFor } from './session-state.ts';
import type { StoredPaymentIntent } from './session.ts';

const intent = (status: PaymentIntentStatus, type: PaymentMethodType = 'card') =>
  ({ status, paymentMethod: { type } }) as StoredPaymentIntent;
const open = { status: 'open', paymentStatus: 'unpaid', paymentIntent: null } as const;
const unpaid = { status: 'complete', paymentStatus: 'unpaid', paymentIntent: intent('PROCESSING') } as const;
const expired = 'checkout.session.expired';
const completed = 'checkout.session.completed';

describe('an open session', () => {
  test.each<[string, StoredPaymentIntent, string, string, string | undefined]>([
    ['completes paid when the money is there', intent('SUCCEEDED'), 'complete', 'paid', completed],
    ['completes paid when the money was there and is refunded', intent('REFUNDED'), 'complete', 'paid', completed],
    ['completes unpaid when the money is authorized', intent('UNCAPTURED'), 'complete', 'unpaid', completed],
    ['completes unpaid when a voucher was issued', intent('REQUIRES_ACTION', 'fawry'), 'complete', 'unpaid', completed],
    [
      'completes unpaid when a transfer is awaited',
      intent('PROCESSING', 'bank_transfer'),
      'complete',
      'unpaid',
      completed,
    ],
    ['completes unpaid when a push was sent', intent('PROCESSING', 'instapay'), 'complete', 'unpaid', completed],
    ['stays open while a card outcome is unknown', intent('PROCESSING'), 'open', 'unpaid', undefined],
    ['stays open while the bank waits for the buyer', intent('REQUIRES_ACTION'), 'open', 'unpaid', undefined],
    ['stays open while a push waits for the buyer', intent('REQUIRES_ACTION', 'instapay'), 'open', 'unpaid', undefined],
    ['stays open after a decline', intent('REQUIRES_PAYMENT_METHOD'), 'open', 'unpaid', undefined],
    ['expires with the last decline', intent('FAILED'), 'expired', 'unpaid', expired],
    ['expires when its payment is canceled', intent('CANCELED'), 'expired', 'unpaid', expired],
  ])('%s', (_name, given, status, paymentStatus, event) => {
    expect(transitionFor(open, given)).toEqual({ status, paymentStatus, event });
  });
});

describe('a session completed unpaid', () => {
  test('becomes paid when the money arrives', () => {
    const paid = { status: 'complete', paymentStatus: 'paid', event: 'checkout.session.async_payment_succeeded' };
    expect(transitionFor(unpaid, intent('SUCCEEDED'))).toEqual(paid);
  });

  test('publishes once that the money will not arrive', () => {
    const lost = { status: 'complete', paymentStatus: 'unpaid', event: 'checkout.session.async_payment_failed' };
    expect(transitionFor(unpaid, intent('CANCELED'))).toEqual(lost);
    expect(transitionFor({ ...unpaid, paymentIntent: intent('CANCELED') }, intent('CANCELED')).event).toBeUndefined();
  });

  test('becomes paid even after it was published as lost', () => {
    const lost = { ...unpaid, paymentIntent: intent('FAILED') };
    expect(transitionFor(lost, intent('SUCCEEDED'))).toMatchObject({ paymentStatus: 'paid' });
  });
});

test('an expired session whose money arrives after all stays expired, becomes paid and publishes it', () => {
  const late = { status: 'expired', paymentStatus: 'paid', event: 'checkout.session.async_payment_succeeded' };
  expect(transitionFor({ ...open, status: 'expired' }, intent('SUCCEEDED'))).toEqual(late);
});

test.each(['paid', 'no_payment_required'] as const)(
  'a session that is %s is left alone by any intent',
  (paymentStatus) => {
    const done = { status: 'complete', paymentStatus, paymentIntent: intent('SUCCEEDED') } as const;
    for (const status of ['SUCCEEDED', 'REFUNDED', 'FAILED', 'CANCELED', 'UNCAPTURED'] as const)
      expect(transitionFor(done, intent(status))).toEqual({ status: 'complete', paymentStatus, event: undefined });
  },
);

test('a completed session is never expired, an open one is from the instant it expires', () => {
  const expiresAt = new Date('2026-01-01T12:00:00.000Z');
  expect(isExpired({ status: 'open', expiresAt }, new Date('2026-01-01T11:59:59.999Z'))).toBe(false);
  expect(isExpired({ status: 'open', expiresAt }, expiresAt)).toBe(true);
  expect(isExpired({ status: 'complete', expiresAt }, expiresAt)).toBe(false);
  expect(isExpired({ status: 'expired', expiresAt }, new Date(0))).toBe(true);
});

test('an open session is in doubt while a confirm runs or a provider has not answered', () => {
  expect(isInDoubt({ ...open, attemptUntil: new Date() })).toBe(true);
  expect(isInDoubt({ ...open, attemptUntil: null, paymentIntent: intent('PROCESSING') })).toBe(true);
  expect(isInDoubt({ ...open, attemptUntil: null, paymentIntent: intent('REQUIRES_ACTION') })).toBe(false);
  expect(isInDoubt({ ...unpaid, attemptUntil: null })).toBe(false);
});
