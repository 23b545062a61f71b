import type { ProviderConnection } from '@mizan/contracts';
import { startStripeStandIn, type StripeStandIn } from '@mizan/stand-ins';
import type { AnyBody, ApiAnswer, World } from '@mizan/testing';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

/** Key of the platform's operator. */
export const operatorToken = 'the operator token of these tests, long enough';

/** What the platform's first account is connected to the stand-in for Stripe with. */
export const stripeKeys = {
  secretKey: 'sk_live_ofTheStandInInThisTest',
  publishableKey: 'pk_live_ofTheStandInInThisTest',
  callbackSecret: 'whsec_ofTheStandInInThisTest',
};

/** The whole platform, whose first account takes live cards through a stand-in for Stripe. */
export interface LivePlatform {
  readonly world: World;
  readonly stripe: StripeStandIn;
  readonly accountId: string;
  readonly connected: ProviderConnection;
  /** Runs the command as the operator, with Stripe's secrets in its environment only. */
  mizan<Body>(...args: string[]): Promise<Body>;
  /** As the first account's server in live mode, unless another key is given. */
  live<Body = AnyBody>(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer<Body>>;
  /** Switches every domain of the account at Stripe on or off. */
  domains(enabled: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it and connects its first account as an operator does. */
export async function startLivePlatform(env: Readonly<Record<string, string>> = {}): Promise<LivePlatform> {
  const { callbackSecret: webhookSecret, ...keys } = stripeKeys;
  const stripe = await startStripeStandIn({ account: { ...keys, webhookSecret }, acceptsTestCardsInLiveMode: true });
  const world = await startPlatform({
    MIZAN_OPERATOR_TOKEN: operatorToken,
    MIZAN_STRIPE_API_URL: stripe.url,
    MIZAN_STRIPE_JS_URL: stripe.scriptUrl,
    MIZAN_CARD_ATTEMPTS_PER_DAY: '1000', // the tests pay with few cards
    ...env,
  });
  const mizan = async <Body>(...args: string[]): Promise<Body> => {
    const { out } = await runMizan(['--json', ...args], {
      MIZAN_BASE_URL: world.gatewayUrl,
      MIZAN_OPERATOR_TOKEN: operatorToken,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_CALLBACK_SECRET: stripeKeys.callbackSecret,
    });
    return JSON.parse(out) as Body;
  };
  const accountId = (await world.api<{ id: string }>('GET', '/account')).body.id;
  const connected = await mizan<ProviderConnection>('providers', 'connect', 'stripe', accountId);
  await mizan('accounts', 'update', accountId, '--live-payments', 'on');
  return {
    world,
    stripe,
    accountId,
    connected,
    mizan,
    live: (method, path, body, key = world.accounts.keys.liveSecret) => world.api(method, path, body, { key }),
    domains: async (enabled) => {
      const send = (path: string, body?: string) =>
        fetch(`${stripe.url}/v1/payment_method_domains${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${stripeKeys.secretKey}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(body === undefined ? {} : { body }),
        });
      const { data } = (await (await send('')).json()) as { data: { id: string }[] };
      for (const { id } of data) await send(`/${id}`, `enabled=${enabled}`);
    },
    stop: async () => {
      await world.stop();
      await stripe.close();
    },
  };
}
