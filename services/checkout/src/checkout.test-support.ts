import type {
  CheckoutSession,
  ConfirmedCheckout,
  Coupon,
  EventType,
  HostedCheckout,
  PromotionCode,
} from '@mizan/contracts';
import {
  envelope,
  openEventSource,
  startWorld,
  type Api,
  type ApiAnswer,
  type TestEvent,
  type World,
} from '@mizan/testing';
import { checkout } from './app.ts';
import { cardOf, cards } from './payments.test-support.ts';
import { Siblings } from './siblings.test-support.ts';

export { cards };

/** What a browser sends for a card. */
export const card = (number = cards.good) => ({
  type: 'card',
  card: { number, expMonth: 12, expYear: 2034, cvc: '123' },
});

type Buyer = Pick<CheckoutSession, 'id' | 'clientSecret'>;
type Confirmed = ApiAnswer<ConfirmedCheckout & { error?: { code: string; message: string; param?: string } }>;

/** A running checkout among stand-ins for its siblings, and what tests ask it for again and again. */
export interface CheckoutWorld extends World {
  readonly siblings: Siblings;
  /** As the merchant `acct_test` in test mode. */
  readonly merchant: Api;
  /** A session of one piece of soap by default. */
  openSession(body?: object): Promise<CheckoutSession>;
  readSession(id: string): Promise<CheckoutSession>;
  /** The session once its time has come: expired, unless a payment of it must be cancelled first. */
  runOut(id: string): Promise<CheckoutSession>;
  /** A coupon of 10 % off by default. */
  coupon(body?: object): Promise<Coupon>;
  /** A promotion code for a coupon, a new one of 10 % off by default. */
  promotionCode(body?: object): Promise<PromotionCode>;
  view(buyer: Buyer): Promise<ApiAnswer<HostedCheckout>>;
  change(buyer: Buyer, body: object): Promise<ApiAnswer<HostedCheckout & { error?: { code: string; param?: string } }>>;
  /** Pays with a good card of this session's buyer alone by default. */
  confirm(buyer: Buyer, body?: object, idempotencyKey?: string): Promise<Confirmed>;
  /** Types of the events about an object in the order of their versions. */
  eventsOf(id: string): Promise<{ type: string; version: number; object: CheckoutSession }[]>;
  /** Publishes what payments would about a session's intent, and waits until it was heard. */
  publish(type: EventType, sessionId: string, version?: number): Promise<void>;
}

/** Starts a checkout with a database of its own. */
export async function startCheckout(
  options: { nats?: boolean; env?: Record<string, string> } = {},
): Promise<CheckoutWorld> {
  const siblings = new Siblings();
  const world = await startWorld({
    services: [checkout],
    nats: options.nats ?? false,
    env: options.env,
    answers: siblings.answers,
  });
  const merchant = world.merchantClient('checkout');
  const client = world.buyerClient('checkout');
  const secretOf = ({ clientSecret }: Buyer) => ({ headers: { 'client-secret': clientSecret } });
  const make = async <T>(path: '/coupons' | '/promotion-codes', body: object): Promise<T> => {
    const answer = await merchant<T>('POST', path, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const readSession = async (id: string): Promise<CheckoutSession> => {
    const answer = await merchant<CheckoutSession>('GET', `/checkout/sessions/${id}`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  return Object.assign(world, {
    siblings,
    merchant,
    readSession,
    async runOut(id: string) {
      await world.db('checkout').query(
        `update checkout_sessions
         set created_at = created_at - (expires_at - now()) - interval '1 s', expires_at = now() - interval '1 s'
         where id = $1`,
        [id],
      );
      return readSession(id);
    },
    async openSession(body: object = {}) {
      const lineItems = 'lineItems' in body ? {} : { lineItems: [{ price: siblings.addPrice().price.id }] };
      const answer = await merchant<CheckoutSession>('POST', '/checkout/sessions', { ...lineItems, ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    coupon: (body: object = { percentOff: 10 }) => make<Coupon>('/coupons', body),
    promotionCode: async (body: object = {}) =>
      make<PromotionCode>('/promotion-codes', {
        ...('couponId' in body ? {} : { couponId: (await make<Coupon>('/coupons', { percentOff: 10 })).id }),
        ...body,
      }),
    view: (buyer: Buyer) => client<HostedCheckout>('GET', `/client/checkout/${buyer.id}`, undefined, secretOf(buyer)),
    change: (buyer: Buyer, body: object) =>
      client<HostedCheckout>('PATCH', `/client/checkout/${buyer.id}`, body, secretOf(buyer)),
    confirm: (buyer: Buyer, body: object = { paymentMethod: card(cardOf(buyer.id)) }, idempotencyKey?: string) =>
      client<ConfirmedCheckout>('POST', `/client/checkout/${buyer.id}/confirm`, body, {
        ...secretOf(buyer),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    async eventsOf(id: string) {
      const { rows } = await world
        .db('checkout')
        .query<{ payload: string }>('select payload from outbox where aggregate_id = $1 order by aggregate_version', [
          id,
        ]);
      return rows.map(({ payload }) => {
        const { type, objectversion, data } = JSON.parse(payload) as {
          type: string;
          objectversion: number;
          data: { object: CheckoutSession };
        };
        return { type, version: objectversion, object: data.object };
      });
    },
    publish: (type: EventType, sessionId: string, version?: number) =>
      publish(world, siblings, type, sessionId, version),
  });
}

async function publish(
  world: World,
  siblings: Siblings,
  type: EventType,
  sessionId: string,
  version?: number,
): Promise<void> {
  const { paymentIntent, objectVersion } = siblings.paymentOf(sessionId);
  if (!paymentIntent) throw new Error('that session has no payment');
  await publishEvent(world, 'checkout-complete', { type, object: paymentIntent, version: version ?? objectVersion });
}

/** Publishes what a sibling would, and waits until that consumer of the checkout has heard it. */
export async function publishEvent(world: World, durable: string, event: TestEvent): Promise<void> {
  const source = await openEventSource(world, 'checkout', durable);
  await source.publish([envelope(event)]).finally(() => source.close());
}
