import type { ProviderConnection } from '@mizan/contracts';
import { startStripeDouble, type StripeDouble } from '@mizan/payments/providers/stripe/stripe-double.test-support';
import {
  startStripeJsDouble,
  type StripeJsDouble,
} from '@mizan/payments/providers/stripe/stripe-js-double.test-support';
import type { AnyBody, ApiAnswer, World } from '@mizan/testing';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

/** What the platform's first account is connected to Stripe's double with. */
export const stripeKeys = {
  secretKey: 'sk_live_ofTheDoubleInThisTest',
  publishableKey: 'pk_live_ofTheDoubleInThisTest',
  callbackSecret: 'whsec_ofTheDoubleInThisTest',
};

/** The whole platform, whose first account takes live cards through doubles of Stripe's API and of its script. */
export interface LivePlatform {
  readonly world: World;
  readonly stripe: StripeDouble;
  readonly stripeJs: StripeJsDouble;
  readonly accountId: string;
  readonly connected: ProviderConnection;
  /** Runs the command as the operator, with Stripe's secrets in its environment only. */
  mizan<Body>(...args: string[]): Promise<Body>;
  /** As the first account's server in live mode, unless another key is given. */
  live<Body = AnyBody>(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer<Body>>;
  stop(): Promise<void>;
}

/** Starts it and connects its first account as an operator does. */
export async function startLivePlatform(): Promise<LivePlatform> {
  const [stripe, stripeJs] = await Promise.all([startStripeDouble(stripeKeys.secretKey), startStripeJsDouble()]);
  const world = await startPlatform({
    MIZAN_OPERATOR_TOKEN: operatorToken,
    MIZAN_STRIPE_API_URL: stripe.url,
    MIZAN_STRIPE_JS_URL: stripeJs.scriptUrl,
    MIZAN_CARD_ATTEMPTS_PER_DAY: '1000', // all cards of the double have one fingerprint
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
    stripeJs,
    accountId,
    connected,
    mizan,
    live: (method, path, body, key = world.accounts.keys.liveSecret) => world.api(method, path, body, { key }),
    stop: async () => {
      await world.stop();
      await stripe.close();
      await stripeJs.close();
    },
  };
}
