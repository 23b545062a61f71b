import { operation } from '../operation.ts';
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
import { EventTrigger } from '../resources/event-trigger.ts';
import { PaymentIntent } from '../resources/payment-intent.ts';
import { Price } from '../resources/price.ts';
import { ProviderExpectation } from '../resources/provider-expectation.ts';
import { Refund } from '../resources/refund.ts';
import { WebhookChaos } from '../resources/webhook-chaos.ts';
import { TestDataDeleted } from '../resources/test-data.ts';
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
  triggerEvent: operation({
    ...helper,
    service: 'gateway',
    method: 'POST',
    path: '/test-helpers/events/trigger',
    summary: 'Make an event happen',
    description:
      'Creates and changes real objects of test mode until an event of the type has happened, and answers it. Whatever else happens on the way is told by events of its own.',
    body: TriggerEvent,
    example: { type: 'payment_intent.succeeded' },
    response: EventTrigger,
    errors: ['resource_missing'],
    deadlineMs: 30_000,
  }),
  setWebhookChaos: operation({
    ...helper,
    service: 'webhooks',
    method: 'POST',
    path: '/test-helpers/webhooks/chaos',
    summary: 'Let webhooks go wrong',
    description:
      'What networks and restarts do to deliveries some day, done to the first attempts of the next ones: a handler that stands it is ready. Asked again it replaces what was asked before.',
    body: SetWebhookChaos,
    response: WebhookChaos,
    errors: ['resource_missing'],
  }),
  createProviderExpectation: operation({
    ...helper,
    service: 'payments',
    method: 'POST',
    path: '/test-helpers/expectations',
    summary: 'Let the test provider go wrong',
    description:
      'At the next operations that match, the oldest expectation first. Unless it is a delay, the platform does not know how such an operation ended: it says so, asks again by its own schedule, and neither loses nor doubles money.',
    body: CreateProviderExpectation,
    example: { match: { operation: 'authorize', reference: 'pi_0ABCdefGHIjklMNOpqrSTUvw' }, fault: { timeout: true } },
    response: ProviderExpectation,
    errors: ['amount_invalid', 'parameters_exclusive', 'parameter_missing'],
  }),
  deleteTestData: operation({
    ...helper,
    service: 'gateway',
    method: 'DELETE',
    path: '/test-helpers/data',
    summary: 'Empty test mode',
    description:
      'Removes the products, customers, checkouts, payments, endpoints and events of the test mode of the account, and puts its balance back to where it began. Keys, the clock, uploaded pictures and the numbers of events stay. When it is interrupted, the same request finishes it.',
    body: DeleteTestData,
    response: TestDataDeleted,
    errors: [],
    deadlineMs: 30_000,
  }),
  setPriceStock: operation({
    ...helper,
    service: 'catalog',
    method: 'PUT',
    path: '/test-helpers/prices/{id}/stock',
    summary: 'Say what there is of a price',
    description: 'Whoever has a key for test helpers may, without the permission to change prices.',
    body: SetPriceStock,
    example: { stock: 1 },
    response: Price,
    errors: ['resource_missing', 'price_stock_invalid'],
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
