import { createHmac } from 'node:crypto';
import { AnswerCache, type Deps, type Scope } from '@mizan/service-kit';
import type { env as envShape } from './config.ts';
import { lockExchangeRate } from './exchange-rates/lock-exchange-rate.ts';
import type { App } from './payment/app.ts';
import { boundProvider } from './providers/port/bound-provider.ts';
import { databaseStore } from './providers/simulator/database-store.ts';
import { withExpectedFaults } from './providers/simulator/expected-faults.ts';
import { createSimulator, type Simulator } from './providers/simulator/simulator.ts';
import { wireStripe } from './providers/stripe/stripe-adapter.ts';

const accountMaxAgeMs = 5_000;

const wirings = new WeakMap<object, App>();

/** The wiring of a running service, made when it is first asked for. */
export function appOf(deps: Deps<typeof envShape>): App {
  const known = wirings.get(deps);
  if (known) return known;
  const made = buildApp(deps);
  wirings.set(deps, made);
  return made;
}

function buildApp({ env, db, secrets }: Deps<typeof envShape>): App {
  const fingerprintKey = secrets.hashKey('card-fingerprint');
  const publicUrl = env.MIZAN_PUBLIC_URL.replace(/\/+$/, '');
  const stripe = wireStripe({
    db,
    secrets,
    apiUrl: env.MIZAN_STRIPE_API_URL,
    scriptUrl: env.MIZAN_STRIPE_JS_URL,
    publicUrl,
  });
  const simulatorOf = (scope: Scope): Simulator => createSimulator(databaseStore(db, scope), publicUrl);
  return {
    accounts: new AnswerCache({
      ask: (calls) => calls.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    // Test mode is the simulator's, which never sees live money; live mode is Stripe's, which is asked for nothing else.
    providerOf: (scope) =>
      boundProvider(scope.livemode ? stripe.providerOf(scope) : withExpectedFaults(simulatorOf(scope), db, scope)),
    simulatorOf,
    takesPayments: async (scope) => !scope.livemode || stripe.isConnected(scope),
    liveMethodOf: stripe.methodOf,
    knowStripeAccount: stripe.knowAccount,
    cardEntryOf: stripe.cardEntryOf,
    stripeAccountIdOf: stripe.accountIdOf,
    stripeEventOf: stripe.eventOf,
    settlementRulesOf: ({ livemode }) => ({
      isInstant: !livemode && env.MIZAN_TEST_SETTLEMENT === 'instant',
      delayDays: env.MIZAN_SETTLEMENT_DELAY_DAYS,
    }),
    lockRate: (reader, pair) => lockExchangeRate(db, reader, pair),
    clientSecretOf: (id) => secrets.clientSecret(id),
    ownsClientSecret: (id, presented) => secrets.ownsClientSecret(id, presented),
    pepperOf: ({ merchantId }) => createHmac('sha256', fingerprintKey).update(merchantId).digest('base64'),
    docsUrl: `${publicUrl}/docs`,
  };
}
