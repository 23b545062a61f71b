import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Charge, CloudEvent, EventType, PaymentIntent, Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually, type World } from '@mizan/testing';

/** An event as its publisher renders it, apart from the envelope. */
export interface TestEvent {
  type: EventType;
  object: { id: string };
  time?: Date;
}

/** Publishes in the name of payments, which does not run here. */
export interface EventSource {
  /** Publishes one event as often as its envelope comes up, in this order, and waits until all were handled. */
  publish(envelopes: readonly CloudEvent[]): Promise<void>;
  /** Makes the durable consumer start over, as if its server had lost it, with the service's memory of events erased. */
  replayEverything(): Promise<void>;
  close(): Promise<void>;
}

/** An envelope of the merchant `acct_test` in test mode. */
export const envelope = ({ type, object, time = new Date() }: TestEvent): CloudEvent => ({
  specversion: '1.0',
  id: newId('evt'),
  source: '/services/test',
  type,
  subject: object.id,
  time: time.toISOString(),
  datacontenttype: 'application/json',
  merchantid: 'acct_test',
  livemode: false,
  objectversion: 1,
  data: { object } as unknown as CloudEvent['data'],
});

/** @param durable name of the consumer whose work is awaited */
export async function openEventSource(world: World, durable: string): Promise<EventSource> {
  const connection = await connect({ servers: world.nats.url });
  const [js, jsm] = [jetstream(connection), await jetstreamManager(connection)];
  const stream = `${world.nats.prefix.replaceAll('.', '_')}EVENTS`;
  let sent = 0;
  const handled = () =>
    eventually(async () => {
      const { num_pending, num_ack_pending, delivered } = await jsm.consumers.info(stream, durable);
      if (num_pending + num_ack_pending > 0 || delivered.stream_seq < sent)
        throw new Error('not all events were handled');
    });
  await handled();
  return {
    async publish(envelopes) {
      for (const each of envelopes) {
        const subject = `${world.nats.prefix}events.v1.test.${each.merchantid}.${each.type}`;
        const { seq } = await js.publish(subject, JSON.stringify(each), { msgID: `${each.id}:${newId('msg')}` });
        sent = seq;
      }
      await handled();
    },
    async replayEverything() {
      await world.replica('customers').stop();
      await world.db('customers').query('truncate inbox');
      await jsm.consumers.delete(stream, durable);
      await world.replica('customers').start();
      await handled();
    },
    close: () => connection.close(),
  };
}

/** A payment of a customer that succeeded, with the fields that spending depends on. */
export function paymentIntent(
  customerId: string,
  amountReceived: number,
  changes: Partial<PaymentIntent> = {},
): PaymentIntent {
  const now = new Date().toISOString();
  return {
    id: newId('pi'),
    object: 'payment_intent',
    checkoutSessionId: null,
    amount: amountReceived,
    amountCapturable: 0,
    amountReceived,
    amountRefunded: 0,
    currency: 'EGP',
    status: 'SUCCEEDED',
    createdAt: now,
    updatedAt: now,
    clientSecret: 'secret',
    captureMethod: 'automatic',
    confirmationMethod: 'automatic',
    captureBefore: null,
    description: null,
    receiptEmail: null,
    canceledAt: null,
    cancellationReason: null,
    shipping: null,
    amountDetails: null,
    presentmentDetails: null,
    latestCharge: null,
    charges: [],
    paymentMethod: null,
    customer: { id: customerId, name: null, email: null, phone: null },
    nextAction: null,
    metadata: {},
    lastPaymentError: null,
    livemode: false,
    ...changes,
  };
}

/** A charge that was captured, with the fields that spending depends on. */
export const chargeOf = (
  amount: number,
  convertedAmounts: Charge['convertedAmounts'],
  amountCaptured = amount,
): Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount,
  amountCaptured,
  amountRefunded: 0,
  currency: 'EGP',
  convertedAmounts,
  createdAt: new Date().toISOString(),
  status: 'SUCCEEDED',
  paid: true,
  refunded: false,
  captured: true,
  capturedAt: null,
  failureCode: null,
  failureMessage: null,
  receiptUrl: null,
  receiptEmail: null,
  billingDetails: null,
  paymentMethodDetails: null,
  outcome: null,
  balanceTransaction: null,
  presentmentDetails: null,
  refunds: [],
  paymentIntentId: 'pi_1',
  paymentMethodId: null,
  calculatedStatementDescriptor: null,
  disputed: false,
  externalChargeId: null,
  config: null,
  geocoding: null,
  session: null,
  merchantOrigin: null,
  merchantDomain: null,
  processorCapabilities: null,
  activeHoldId: null,
  settlementModel: null,
});

/** A refund of a payment. */
export const refundOf = (intent: PaymentIntent, amount: number): Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  chargeId: 'ch_1',
  paymentIntentId: intent.id,
  createdAt: new Date().toISOString(),
  currency: intent.currency,
  status: 'SUCCEEDED',
  feeAmount: 0,
  metadata: {},
});
