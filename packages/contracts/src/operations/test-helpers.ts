import { operation } from '../operation.ts';
import { exampleIdOf } from '../primitives.ts';
import { CreateProviderExpectation } from '../requests/provider-expectation-input.ts';
import {
  AdvanceTestClock,
  DeleteTestData,
  TriggerEvent,
  SetPriceStock,
  SetWebhookChaos,
  SimulatePayment,
  SimulateRefund,
} from '../requests/test-helper-input.ts';
import { SimulateDispute } from '../requests/dispute-input.ts';
import { SimulatePayout } from '../requests/payout-input.ts';
import { Dispute } from '../resources/dispute.ts';
import { Payout } from '../resources/payout.ts';
import { EventTrigger } from '../resources/event-trigger.ts';
import { WebhookChaos, TestDataDeleted, TestClock, TestClockAdvance } from '../resources/test-helpers.ts';
import { PaymentIntent } from '../resources/payment-intent.ts';
import { Price } from '../resources/price.ts';
import { ProviderExpectation } from '../resources/provider-expectation.ts';
import { Refund } from '../resources/refund.ts';

const helper = { audience: 'test', permission: 'TEST_HELPER_WRITE' } as const;

/** What only test mode can do: with a live key there is no such path. */
export const testHelperOperations = {
  getTestClock: operation('GET /test-helpers/clock', {
    ...helper,
    service: 'gateway',
    summary: 'Retrieve the test clock',
    description: 'The time that test mode shows, and how far it is ahead of real time.',
    response: TestClock,
  }),
  advanceTestClock: operation('POST /test-helpers/clock', {
    ...helper,
    sdkCall: 'testHelpers.clock.advance',
    service: 'gateway',
    summary: 'Advance the test clock',
    description:
      "Moves the clock of the account's test mode forward. It cannot be moved back. On the way, sessions, vouchers and authorizations expire and lost responses are queried, each at its own time.",
    body: AdvanceTestClock,
    example: { advance: '1s' },
    response: TestClockAdvance,
    errors: ['parameters_exclusive', 'parameter_missing'],
    deadlineMs: 30_000,
  }),
  triggerEvent: operation('POST /test-helpers/events/trigger', {
    ...helper,
    sdkCall: 'testHelpers.events.trigger',
    service: 'gateway',
    summary: 'Trigger an event',
    description:
      'Creates and updates real test-mode objects until an event of this type occurs, and returns that event. Other events that occur on the way are published as usual.',
    body: TriggerEvent,
    example: { type: 'payment_intent.succeeded' },
    response: EventTrigger,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 30_000, // a dispute may take 15 s to open, its event 10 s to arrive
  }),
  setWebhookChaos: operation('POST /test-helpers/webhooks/chaos', {
    ...helper,
    sdkCall: 'testHelpers.webhooks.setChaos',
    service: 'webhooks',
    summary: 'Simulate webhook failures',
    description:
      'Applies a network or restart failure to the first attempts of the next deliveries, so that you can test your handler. A new request replaces the previous one.',
    body: SetWebhookChaos,
    example: { endpointId: exampleIdOf('we'), mode: 'duplicate' },
    response: WebhookChaos,
    errors: ['resource_missing'],
  }),
  createProviderExpectation: operation('POST /test-helpers/expectations', {
    ...helper,
    service: 'payments',
    summary: 'Simulate provider failures',
    description:
      'Applies a fault to the next operations that match, using the oldest expectation first. Except for delays, the platform then does not know the outcome of the operation: it reports the payment as processing and queries the outcome on its own schedule. No money is lost or charged twice.',
    body: CreateProviderExpectation,
    example: { match: { operation: 'authorize', reference: exampleIdOf('pi') }, fault: { timeout: true } },
    response: ProviderExpectation,
    errors: ['amount_invalid', 'parameters_exclusive', 'parameter_missing'],
  }),
  deleteTestData: operation('DELETE /test-helpers/data', {
    ...helper,
    service: 'gateway',
    summary: 'Delete all test data',
    description:
      "Deletes the products, customers, checkouts, payments, endpoints and events of the account's test mode and resets its balance. API keys, the test clock, uploaded pictures and the event sequence are kept. If the request is interrupted, repeat it to finish.",
    body: DeleteTestData,
    example: { confirm: 'RESET' },
    response: TestDataDeleted,
    deadlineMs: 30_000,
  }),
  setPriceStock: operation('PUT /test-helpers/prices/{id}/stock', {
    ...helper,
    service: 'catalog',
    summary: 'Set the stock of a price',
    description: 'Requires the permission for test helpers only, not the permission to write prices.',
    body: SetPriceStock,
    example: { stock: 1 },
    response: Price,
    errors: ['price_stock_invalid'],
  }),
  simulatePayment: operation('POST /test-helpers/payment-intents/{id}/simulate', {
    ...helper,
    service: 'payments',
    summary: 'Complete a pending payment',
    description: 'Decides how a payment that waits for the buyer ends: paid, declined or expired.',
    body: SimulatePayment,
    example: { outcome: 'succeed' },
    response: PaymentIntent,
    errors: ['resource_invalid_state', 'payment_already_completed', 'amount_invalid'],
    deadlineMs: 25_000,
  }),
  simulateRefund: operation('POST /test-helpers/refunds/{id}/simulate', {
    ...helper,
    service: 'payments',
    summary: 'Complete a refund',
    description: 'Decides how a refund that is pending ends: succeeded or failed.',
    body: SimulateRefund,
    example: { outcome: 'succeed' },
    response: Refund,
    errors: ['resource_invalid_state'],
    deadlineMs: 25_000,
  }),
  simulateDispute: operation('POST /test-helpers/disputes/{id}/simulate', {
    ...helper,
    service: 'payments',
    summary: 'Decide a dispute',
    description: 'Plays the bank of the payer, also before evidence was submitted.',
    body: SimulateDispute,
    example: { outcome: 'win' },
    response: Dispute,
    errors: ['resource_invalid_state'],
  }),
  simulatePayout: operation('POST /test-helpers/payouts/{id}/simulate', {
    ...helper,
    service: 'payments',
    summary: 'Execute a payout',
    description:
      'Plays the operator and the bank, whether or not the payout was sent to it. `fail` after `pay` returns its money.',
    body: SimulatePayout,
    example: { outcome: 'pay' },
    response: Payout,
    errors: ['resource_invalid_state'],
  }),
};
