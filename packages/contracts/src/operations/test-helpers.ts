import { operation } from '../operation.ts';
import { AdvanceTestClock, SimulatePayment, SimulateRefund } from '../requests/test-helper-input.ts';
import { PaymentIntent } from '../resources/payment-intent.ts';
import { Refund } from '../resources/refund.ts';
import { TestClock, TestClockAdvance } from '../resources/test-clock.ts';

const helper = { audience: 'test', permission: 'TEST_HELPER_WRITE', status: 200 } as const;

/** What only test mode can do: with a live key there is no such path. */
export const testHelperOperations = {
  getTestClock: operation({
    ...helper,
    service: 'gateway',
    method: 'GET',
    path: '/test-helpers/clock',
    summary: 'What time it is in test mode',
    response: TestClock,
    errors: [],
  }),
  advanceTestClock: operation({
    ...helper,
    service: 'gateway',
    method: 'POST',
    path: '/test-helpers/clock',
    summary: 'Advance the clock of test mode',
    description:
      'Of the whole test mode of the account, forward only. Sessions expire, vouchers and authorisations run out, and lost answers are asked for on the way, each at its own time.',
    body: AdvanceTestClock,
    example: { advance: '1s' },
    response: TestClockAdvance,
    errors: ['parameters_exclusive', 'parameter_missing'],
    deadlineMs: 30_000,
  }),
  simulatePayment: operation({
    ...helper,
    service: 'payments',
    method: 'POST',
    path: '/test-helpers/payment-intents/{id}/simulate',
    summary: 'End a payment that waits',
    body: SimulatePayment,
    response: PaymentIntent,
    errors: ['resource_missing', 'resource_invalid_state', 'payment_already_completed', 'amount_invalid'],
    deadlineMs: 25_000,
  }),
  simulateRefund: operation({
    ...helper,
    service: 'payments',
    method: 'POST',
    path: '/test-helpers/refunds/{id}/simulate',
    summary: 'End a refund',
    body: SimulateRefund,
    response: Refund,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 25_000,
  }),
};
