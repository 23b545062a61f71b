import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { CheckoutSession, CloudEvent, EventType, PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually, type World } from '@mizan/testing';

/** An event as its publisher renders it, apart from the envelope. */
export interface TestEvent {
  type: EventType;
  object: { id: string };
  time?: Date;
}

/** Publishes in the name of payments and checkout, which do not run here. */
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
      await world.replica('catalog').stop();
      await world.db('catalog').query('truncate inbox');
      await jsm.consumers.delete(stream, durable);
      await world.replica('catalog').start();
      await handled();
    },
    close: () => connection.close(),
  };
}

/** A payment intent of a session, with the fields that the stock depends on. */
export function paymentIntent(checkoutSessionId: string | null, holdId: string | null = null): PaymentIntent {
  const now = new Date().toISOString();
  return {
    id: newId('pi'),
    object: 'payment_intent',
    checkoutSessionId,
    amount: 10_000,
    amountCapturable: 0,
    amountReceived: 10_000,
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
    latestCharge: holdId === null ? null : charge(holdId),
    charges: [],
    paymentMethod: null,
    customer: null,
    nextAction: null,
    metadata: {},
    lastPaymentError: null,
    livemode: false,
  };
}

const charge = (activeHoldId: string): NonNullable<PaymentIntent['latestCharge']> => ({
  id: newId('ch'),
  object: 'charge',
  amount: 10_000,
  amountCaptured: 0,
  amountRefunded: 0,
  currency: 'EGP',
  createdAt: new Date().toISOString(),
  status: 'FAILED',
  paid: false,
  refunded: false,
  captured: false,
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
  activeHoldId,
  settlementModel: null,
});

/** A session with the fields that the stock depends on. */
export function checkoutSession(id: string, changes: Partial<CheckoutSession> = {}): CheckoutSession {
  const now = new Date().toISOString();
  return {
    id,
    object: 'checkout.session',
    createdAt: now,
    updatedAt: now,
    mode: 'payment',
    uiMode: 'hosted',
    submitType: 'PAY',
    customerCreation: 'if_required',
    status: 'complete',
    paymentStatus: 'no_payment_required',
    currency: 'EGP',
    amountSubtotal: 0,
    amountTotal: 0,
    totalDetails: { amountDiscount: 0, amountTax: 0 },
    afterCompletion: { type: 'hosted_confirmation' },
    url: 'http://localhost/c/1',
    clientSecret: 'secret',
    expiresAt: now,
    isExpired: false,
    paymentIntent: null,
    lineItems: [],
    customFields: [],
    discounts: [],
    allowPromotionCodes: false,
    nameCollection: false,
    billingAddressCollection: false,
    shippingAddressCollection: false,
    phoneNumberCollection: false,
    feeConfig: { feesPassThrough: false, vatCollectionEnabled: false, source: 'account' },
    brandingSettings: {},
    locale: 'auto',
    paymentMethodTypes: [],
    customerUpdate: {},
    metadata: {},
    merchantId: 'acct_test',
    merchantName: 'Shop',
    livemode: false,
    ...changes,
  };
}
