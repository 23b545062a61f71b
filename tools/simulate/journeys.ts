import type { CheckoutSession, ConfirmedCheckout, Refund } from '@mizan/contracts';
import { Refusal, type Client } from './client.ts';
import type { SimulatedMerchant } from './merchants.ts';

/** What people do, by weight. */
export const defaultMix = { buy: 50, decline: 8, refund: 12, abandon: 10, read: 20 } as const;
export type JourneyName = keyof typeof defaultMix;
export type Mix = Readonly<Record<JourneyName, number>>;

/** What the API acknowledged, to be reconciled at the end. */
export interface Effects {
  readonly paid: {
    readonly intentId: string;
    readonly sessionId: string;
    readonly priceId: string;
    readonly quantity: number;
    readonly by: SimulatedMerchant;
  }[];
  readonly refunded: { readonly refundId: string; readonly by: SimulatedMerchant }[];
}

export interface JourneyContext {
  readonly client: Client;
  readonly merchant: SimulatedMerchant;
  readonly random: () => number;
  readonly effects: Effects;
}

/** One request after the other; the generator pauses between them so that the run can pace them. */
type Journey = AsyncGenerator<undefined, void, void>;

const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2034, cvc: '123' } });
const goodCard = card('4242424242424242');
const declinedCard = card('4000000000000002');

/** Each journey as a generator that sends one request per step. */
export const journeys: Readonly<Record<JourneyName, (context: JourneyContext) => Journey>> = {
  async *buy(context) {
    const session = await openSession(context);
    yield;
    await pay(context, session);
  },

  async *decline(context) {
    const session = await openSession(context);
    yield;
    await confirm(context, session, declinedCard);
  },

  async *refund(context) {
    const { client, merchant, effects, random } = context;
    const session = await openSession(context);
    yield;
    const paymentIntentId = await pay(context, session);
    yield;
    const amount = 100 + Math.floor(random() * 1_000);
    const refund = await client.send<Refund>({
      method: 'POST',
      path: '/refunds',
      headers: { authorization: merchant.authorization },
      body: { paymentIntentId, amount },
      status: 201,
    });
    effects.refunded.push({ refundId: refund.id, by: merchant });
  },

  async *abandon(context) {
    const session = await openSession(context);
    yield;
    await get(context, `/checkout/sessions/${session.id}`);
  },

  async *read(context) {
    const { merchant, random } = context;
    await get(context, `/prices/${merchant.prices[Math.floor(random() * merchant.prices.length)]?.id}`);
    yield;
    await get(context, '/payment-intents?limit=10');
    yield;
    await get(context, '/balance');
  },
};

const get = <Body>({ client, merchant }: JourneyContext, path: string): Promise<Body> =>
  client.send<Body>({ method: 'GET', path, headers: { authorization: merchant.authorization }, status: 200 });

function openSession({ client, merchant, random }: JourneyContext): Promise<CheckoutSession> {
  const price = merchant.prices[Math.floor(random() * merchant.prices.length)];
  const buyer = Math.floor(random() * 500);
  return client.send<CheckoutSession>({
    method: 'POST',
    path: '/checkout/sessions',
    headers: { authorization: merchant.authorization },
    body: {
      lineItems: [{ price: price?.id, quantity: 1 + Math.floor(random() * 3) }],
      customerDetails: { name: 'Mona Adel', email: `buyer${buyer}@example.com` },
    },
    status: 201,
  });
}

function confirm(
  { client }: JourneyContext,
  session: CheckoutSession,
  paymentMethod: typeof goodCard,
): Promise<ConfirmedCheckout> {
  const send = () =>
    client.send<ConfirmedCheckout>({
      method: 'POST',
      path: `/client/checkout/${session.id}/confirm`,
      headers: { 'client-secret': session.clientSecret ?? '' },
      body: { paymentMethod, expectedAmountTotal: session.amountTotal },
      status: 200,
    });
  return send().catch((failure: unknown) => {
    // The process died in an earlier try, and its attempt was ended: the buyer is asked to confirm again.
    if (failure instanceof Refusal && failure.code === 'resource_invalid_state') return send();
    throw failure;
  });
}

async function pay(context: JourneyContext, session: CheckoutSession): Promise<string> {
  const { merchant, effects } = context;
  const paid = await confirm(context, session, goodCard).catch((failure: unknown) => {
    // An earlier try, whose response was lost, has paid.
    if (failure instanceof Refusal && failure.code === 'payment_already_completed')
      return get<CheckoutSession>(context, `/checkout/sessions/${session.id}`);
    throw failure;
  });
  const intentId = paid.paymentIntent?.id ?? '';
  const item = session.lineItems[0];
  if (paid.paymentIntent?.status === 'SUCCEEDED')
    effects.paid.push({
      intentId,
      sessionId: session.id,
      priceId: item?.price?.id ?? '',
      quantity: item?.quantity ?? 0,
      by: merchant,
    });
  return intentId;
}
