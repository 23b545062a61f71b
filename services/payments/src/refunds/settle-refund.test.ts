import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@mizan/contracts';
import { type PaymentsWorld, type PublishedEvent, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

/** A refund of 40.00 EGP that was paid at a kiosk and waits for the details of its buyer. */
async function waiting(): Promise<Refund> {
  const { body: intent } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'fawry', testOutcome: 'succeed', billingDetails: { email: 'mona@example.com' } },
  });
  await world.confirm({ amount: 1_000_000 }); // so that the balance covers the fee
  return world.refund({ paymentIntentId: intent.id, amount: 4_000, instructionsEmail: 'mona@example.com' });
}

/** The object without its empty attributes, which an update cannot tell from absent ones. */
const filled = (object: object): unknown =>
  JSON.parse(JSON.stringify(object, (_name, value: unknown) => (value === null ? undefined : value)));
const undone = ({ object, previousAttributes }: PublishedEvent) => filled({ ...object, ...previousAttributes });

test('each refund.updated has the previous values of all fields that changed', async () => {
  const refund = await waiting();
  await world.merchant('POST', `/refunds/${refund.id}/mark-paid`, { reference: 'FT-1' });
  const events = await world.eventsOf(refund.id);
  expect(events.map(({ type }) => type)).toEqual([
    'refund.created',
    'refund.requires_action',
    'refund.updated',
    'refund.updated',
    'refund.succeeded',
  ]);
  for (const [index, event] of events.entries())
    if (event.type === 'refund.updated') expect(undone(event)).toEqual(filled(events[index - 1]?.object ?? {}));
  expect(events.map(({ previousAttributes }) => Object.keys(previousAttributes ?? {}))).toEqual([
    [],
    [],
    ['status', 'pendingReason', 'nextAction'],
    ['externalRefundId', 'status', 'pendingReason', 'destinationDetails'],
    [],
  ]);
});

test('the updates of a charge and its payment after a refund that failed have the previous values of all fields that changed', async () => {
  const refund = await waiting();
  await world.merchant('POST', `/refunds/${refund.id}/cancel`);
  const events = await world.eventsOf(refund.chargeId, refund.paymentIntentId);
  const [charge, refunded] = events
    .filter(({ object }) => object['id'] === refund.chargeId)
    .slice(-2)
    .toReversed();
  const [intent, partly] = events
    .filter(({ object }) => object['id'] === refund.paymentIntentId)
    .slice(-2)
    .toReversed();
  expect([refunded, charge, partly, intent].map((event) => event?.type)).toEqual([
    'charge.refunded',
    'charge.updated',
    'payment_intent.partially_refunded',
    'payment_intent.updated',
  ]);
  expect(Object.keys(charge?.previousAttributes ?? {})).toEqual(['amountRefunded', 'refunds']);
  expect(charge && undone(charge)).toEqual(filled(refunded?.object ?? {}));
  const changed = ['amountRefunded', 'status', 'latestCharge', 'charges'];
  expect(Object.keys(intent?.previousAttributes ?? {})).toEqual(changed);
  expect(intent && undone({ ...intent, object: { ...intent.object, updatedAt: partly?.object['updatedAt'] } })).toEqual(
    filled(partly?.object ?? {}),
  );
});
