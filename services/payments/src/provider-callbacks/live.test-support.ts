import type { AccountProfile, PaymentIntent, ProviderConnection } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { startStripeStandIn, type StripeIntent, type StripeStandIn } from '@mizan/stand-ins';
import { demoProfile, type AnyBody, type Api, type ApiAnswer } from '@mizan/testing';
import { Stripe } from 'stripe';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

/** What the stand-in's account at Stripe is connected with. */
export const stripeKeys = {
  secretKey: 'sk_live_theFirstKeyOfTheStandIn',
  publishableKey: 'pk_live_shownToAll',
  callbackSecret: 'whsec_signsTheCallbacksOfTests',
};

/** Payments with an account whose live mode is connected to a stand-in for Stripe. */
export interface LiveWorld extends PaymentsWorld {
  readonly stripe: StripeStandIn;
  readonly operator: Api;
  /** The connection of `acct_test`. */
  readonly connected: ProviderConnection;
  /** As `acct_test` in live mode. */
  readonly live: Api;
  /** Creates a live payment of 100.00 EGP and confirms it with a token of Stripe. */
  pay(token: string, more?: object): Promise<ApiAnswer<PaymentIntent & AnyBody>>;
  liveIntent(id: string): Promise<PaymentIntent>;
  /** Stripe's PaymentIntent of a charge. @throws Error Stripe received none */
  intentAtStripe(chargeId: string | undefined): Readonly<StripeIntent>;
  /** Sends an event as Stripe does. @param secret that it is signed with */
  callBack(type: string, object: object, secret?: string, at?: Date): Promise<Response>;
  /** Comes back from the bank's page as the buyer's browser does. */
  comeBack(chargeId: string): Promise<Response>;
}

/** What the authenticator of every account shows. */
export const currentCode = '123456';

/** Another code of it, which is accepted once as the gateway does: again only for the repeat of a request that succeeded. */
export const oneTimeCode = '654321';

/** An account that is connected and may not take live payments. */
export const switchedOff = 'acct_switched_off';

/** An account in Kuwait: what it does not process is converted into dinars. */
export const kuwaiti = 'acct_kuwaiti';

/** An account with a fee of its own for what Stripe takes, and for each refund of that. */
export const ownFees = 'acct_own_fees';

/** An account that takes cash on delivery, and nothing else unless it is connected. */
export const cashOnly = 'acct_cash_only';

/** Takes dinars as well, of which Stripe takes those of Kuwait only. */
function profileOf(merchantId: string): AccountProfile {
  const profile = demoProfile(merchantId);
  const terms = {
    paymentMethodType: 'card',
    brand: null,
    isOnUs: null,
    isInternational: null,
    provider: null,
    refundFixed: 0,
  } as const;
  return {
    ...profile,
    defaultCurrency: merchantId === kuwaiti ? 'KWD' : profile.defaultCurrency,
    supportedCurrencies: [...profile.supportedCurrencies, { code: 'LYD', decimals: 3, paymentMethodTypes: ['card'] }],
    feeSchedule: [
      ...profile.feeSchedule,
      ...(['KWD', 'LYD'] as const).map((currency) => ({ ...terms, currency, ratePpm: 27_500, fixed: 20 })),
      ...(merchantId === ownFees
        ? [{ ...terms, currency: 'EGP', provider: 'stripe', ratePpm: 20_000, fixed: 0, refundFixed: 150 } as const]
        : []),
    ],
    livePaymentsEnabled: merchantId !== switchedOff,
    ...(merchantId === cashOnly
      ? { manualMethods: { ...profile.manualMethods, cash_on_delivery: { enabled: true } } }
      : {}),
  };
}

/** Connects an account to the stand-in as an operator does. */
export async function connectStripe(
  operator: Api,
  account: string,
  keys: object = stripeKeys,
): Promise<ProviderConnection> {
  const path = `/operator/accounts/${account}/provider-connections`;
  const { status, body } = await operator<ProviderConnection>('POST', path, { provider: 'stripe', credentials: keys });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Starts payments and the stand-in, and connects `acct_test`. */
export async function startLivePayments(env: Record<string, string> = {}): Promise<LiveWorld> {
  const { callbackSecret: webhookSecret, ...keys } = stripeKeys;
  const usedCodes = new Set<string>();
  const account = { id: 'acct_atStripe', ...keys, webhookSecret };
  const stripe = await startStripeStandIn({ account, acceptsTestCardsInLiveMode: true });
  const world = await startPayments({
    // The tests pay with few cards.
    env: { MIZAN_STRIPE_API_URL: stripe.url, MIZAN_CARD_ATTEMPTS_PER_DAY: '1000', ...env },
    answers: {
      getAccount: (_request, { merchantId }) => profileOf(merchantId),
      useSecondFactor: ({ code, isRetry }) => {
        if (code === oneTimeCode && (isRetry || !usedCodes.has(code))) usedCodes.add(code);
        else if (code !== currentCode) throw new Problem('two_factor_required', 'Send the current code.');
        return {};
      },
    },
  });
  const live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const operator = world.operatorClient('payments');
  const stop = world.stop.bind(world);
  const connected = await connectStripe(operator, 'acct_test');
  const signer = new Stripe(stripeKeys.secretKey).webhooks;
  return Object.assign(world, {
    stripe,
    operator,
    connected,
    live,
    pay: (token: string, more: object = {}) =>
      live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
        amount: 10_000,
        currency: 'EGP',
        confirm: true,
        returnUrl: 'https://shop.example/thanks',
        paymentMethod: { type: 'card', token },
        ...more,
      }),
    intentAtStripe: (chargeId: string | undefined) => intentOf(stripe, chargeId),
    liveIntent: async (id: string) => (await live<PaymentIntent>('GET', `/payment-intents/${id}`)).body,
    callBack: (type: string, object: object, secret = stripeKeys.callbackSecret, at = new Date()) => {
      const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
      const timestamp = Math.floor(at.getTime() / 1000);
      return fetch(`${world.urls.payments}/providers/stripe/callbacks/${connected.id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signer.generateTestHeaderString({ payload, secret, timestamp }),
        },
        body: payload,
      });
    },
    comeBack: (chargeId: string) =>
      fetch(`${world.urls.payments}/providers/stripe/return/${connected.id}?charge=${chargeId}`, {
        redirect: 'manual',
      }),
    stop: async () => {
      await stop();
      await stripe.close();
    },
  });
}

function intentOf({ intents }: StripeStandIn, chargeId: string | undefined): Readonly<StripeIntent> {
  const found = intents.find(({ metadata }) => metadata['mizan_charge'] === chargeId);
  if (!found) throw new Error('Stripe received no request');
  return found;
}
