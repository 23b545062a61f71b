import { createHmac } from 'node:crypto';
import type { AccountProfile } from '@mizan/contracts';
import { AnswerCache, type Deps, type Scope } from '@mizan/service-kit';
import type { env as envShape } from './config.ts';
import type { SettlementRules } from './intents/settlement.ts';
import { boundProvider } from './providers/bound-provider.ts';
import type { Provider } from './providers/provider.ts';
import { databaseStore } from './providers/simulator/database-store.ts';
import { createSimulator, type Simulator } from './providers/simulator/simulator.ts';

const accountMaxAgeMs = 5_000;

/** What the verbs of this service need beside a transaction. */
export interface Wiring {
  readonly accounts: AnswerCache<AccountProfile>;
  /** Who moves the money of an account and mode; undefined where nobody does. Its calls always end in time. */
  readonly providerOf: (scope: Scope) => Provider | undefined;
  /** What plays the processor of test mode, with what only it can do. */
  readonly simulatorOf: (scope: Scope) => Simulator;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  readonly clientSecretOf: (id: string) => string;
  /** Compares in constant time. */
  readonly ownsClientSecret: (id: string, presented: string | undefined) => boolean;
  /** The account's secret key of card fingerprints. */
  readonly pepperOf: (scope: Scope) => string;
  /** Base of the documentation. */
  readonly docsUrl: string;
}

const wirings = new WeakMap<object, Wiring>();

/** The wiring of a running service, made when it is first asked for. */
export function wiringOf(deps: Deps<typeof envShape>): Wiring {
  const known = wirings.get(deps);
  if (known) return known;
  const made = wire(deps);
  wirings.set(deps, made);
  return made;
}

function wire({ env, db, secrets }: Deps<typeof envShape>): Wiring {
  const fingerprintKey = secrets.key('card-fingerprint');
  const publicUrl = env.MIZAN_PUBLIC_URL.replace(/\/+$/, '');
  return {
    accounts: new AnswerCache({
      ask: (calls) => calls.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    // Live mode takes no payments until a connector exists: there is only the simulator, and it never sees live money.
    providerOf: (scope) =>
      scope.livemode ? undefined : boundProvider(createSimulator(databaseStore(db, scope), publicUrl)),
    simulatorOf: (scope) => createSimulator(databaseStore(db, scope), publicUrl),
    settlementRulesOf: ({ livemode }) => ({
      isInstant: !livemode && env.MIZAN_TEST_SETTLEMENT === 'instant',
      delayDays: env.MIZAN_SETTLEMENT_DELAY_DAYS,
    }),
    clientSecretOf: (id) => secrets.clientSecret(id),
    ownsClientSecret: (id, presented) => secrets.ownsClientSecret(id, presented),
    pepperOf: ({ merchantId }) => createHmac('sha256', fingerprintKey).update(merchantId).digest('base64'),
    docsUrl: `${publicUrl}/docs`,
  };
}
