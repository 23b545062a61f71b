import { AnswerCache, type Deps } from '@mizan/service-kit';
import type { env as envShape } from './config.ts';
import type { App } from './payment/app.ts';
import { createProviders } from './providers/registry.ts';

const accountMaxAgeMs = 5_000;

const apps = new WeakMap<object, App>();

/** The app of a running service, built with its first use. */
export function appOf(deps: Deps<typeof envShape>): App {
  const known = apps.get(deps);
  if (known) return known;
  const built = buildApp(deps);
  apps.set(deps, built);
  return built;
}

function buildApp({ env, db, secrets }: Deps<typeof envShape>): App {
  const publicUrl = env.MIZAN_PUBLIC_URL.replace(/\/+$/, '');
  return {
    db,
    secrets,
    accounts: new AnswerCache({
      ask: (calls) => calls.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    providers: createProviders({
      db,
      secrets,
      publicUrl,
      stripe: { apiUrl: env.MIZAN_STRIPE_API_URL, scriptUrl: env.MIZAN_STRIPE_JS_URL },
    }),
    settlementRulesOf: ({ livemode }) => ({
      isInstant: !livemode && env.MIZAN_TEST_SETTLEMENT === 'instant',
      delayDays: env.MIZAN_SETTLEMENT_DELAY_DAYS,
    }),
    allowsStripeTestKeys: env.MIZAN_STRIPE_TEST_KEYS === 'allow',
    publicUrl,
    docsUrl: `${publicUrl}/docs`,
  };
}
