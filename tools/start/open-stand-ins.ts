import { startStripeStandIn } from '@mizan/stand-ins';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Home } from '@mizan/stack/home';
import { isPortFree } from '@mizan/stack/ports';

/** Providers that run on this machine, for a live mode that moves no real money. */
export interface StandIns {
  /** What the service of payments is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly described: NonNullable<DevFile['providers']>;
  stop(): Promise<void>;
}

/** How far above the port of the API a stand-in listens, so that its address is the same after a restart. */
const stripeOffset = 20;

/** Starts the stand-ins; what they know is in the state folder. @param publicPort of the API */
export async function openStandIns(home: Home, publicPort: number): Promise<StandIns> {
  const port = publicPort + stripeOffset;
  const stripe = await startStripeStandIn({
    stateFile: home.path('providers/stripe.jsonl'),
    ...((await isPortFree(port)) ? { port } : {}),
  });
  const { secretKey, publishableKey } = stripe.account;
  return {
    env: {
      MIZAN_PROVIDER_SANDBOX: 'allow',
      MIZAN_STRIPE_API_URL: stripe.url,
      MIZAN_STRIPE_JS_URL: stripe.scriptUrl,
    },
    described: { stripe: { url: stripe.url, controlUrl: `${stripe.url}/_control/`, secretKey, publishableKey } },
    stop: () => stripe.close(),
  };
}
