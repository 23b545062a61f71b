import { hostname } from 'node:os';
import { defineService, type Background, type BusEvent, type Deps } from '@mizan/service-kit';
import { accountAnswers, accountRoutes } from './accounts/routes.ts';
import { busUserRoutes } from './operator/create-bus-user.ts';
import { gatewayEnv } from './config.ts';
import { documentRoutes } from './documents/routes.ts';
import { eventTriggerRoutes } from './event-triggers/routes.ts';
import { Front } from './front/front.ts';
import { keyPepper } from './keys/key-pepper.ts';
import { forgetKeyHomes, KeyHomes } from './idempotency/key-homes.ts';
import { KnownKeys } from './keys/known-keys.ts';
import { keyRoutes } from './keys/routes.ts';
import { EventLoopLag } from './limits/event-loop-lag.ts';
import { Limiter } from './limits/limiter.ts';
import { forgetAttempts } from './limits/attempts.ts';
import { ReplicaCount } from './limits/replica-count.ts';
import { operatorRoutes } from './operator/routes.ts';
import { upkeepRoutes } from './operator/upkeep.ts';
import { testDataRoutes } from './test-data/routes.ts';
import { testClockRoutes } from './test-clock/routes.ts';

type GatewayDeps = Deps<typeof gatewayEnv>;

/** The cache of a running gateway, which its front reads and its listeners empty. */
const caches = new WeakMap<GatewayDeps, KnownKeys>();
function knownKeys(deps: GatewayDeps): KnownKeys {
  let keys = caches.get(deps);
  if (!keys) caches.set(deps, (keys = new KnownKeys(deps.db.system, keyPepper(deps.secrets))));
  return keys;
}

/** The public listener of a running gateway, which its listeners tell of revoked keys. */
const fronts = new WeakMap<GatewayDeps, Front>();

/** The public listener and, unless they are lifted, what its limits need to know. */
function background(deps: GatewayDeps): Background[] {
  if (deps.env.MIZAN_RATE_LIMIT === 'off') return [front(deps, undefined)];
  const replicas = new ReplicaCount(deps.db.system, `${hostname()}:${deps.env.MIZAN_PORT}`);
  const lag = new EventLoopLag();
  return [replicas, lag, front(deps, new Limiter(deps.env, deps.db.system, replicas, lag))];
}

/** Where every service listens, the gateway's own inner address included. */
const serviceUrls = (env: GatewayDeps['env']) => ({
  gateway: env.MIZAN_GATEWAY_URL,
  catalog: env.MIZAN_CATALOG_URL,
  customers: env.MIZAN_CUSTOMERS_URL,
  checkout: env.MIZAN_CHECKOUT_URL,
  payments: env.MIZAN_PAYMENTS_URL,
  webhooks: env.MIZAN_WEBHOOKS_URL,
});

function front(deps: GatewayDeps, limiter: Limiter | undefined): Front {
  const made = new Front(
    {
      host: deps.env.MIZAN_LISTEN_HOST,
      port: deps.env.MIZAN_PORT,
      publicUrl: deps.env.MIZAN_PUBLIC_URL,
      urls: serviceUrls(deps.env),
      traceRatio: deps.env.MIZAN_TRACE_RATIO,
      operatorToken: deps.env.MIZAN_OPERATOR_TOKEN,
      trustedProxies: deps.env.MIZAN_TRUSTED_PROXIES,
      connectionsPerAddress: limiter ? deps.env.MIZAN_RATE_LIMIT_CONNECTIONS : Number.POSITIVE_INFINITY,
    },
    knownKeys(deps),
    new KeyHomes(deps.db.system, deps.calls, deps.keys),
    deps.minter,
    limiter,
    deps.metrics,
  );
  fronts.set(deps, made);
  return made;
}

/** The public API: knows the accounts and their keys, admits requests and passes them to the service they are for. */
export const gateway = defineService({
  name: 'gateway',
  env: gatewayEnv,
  orm: () => import('../mikro-orm.config.ts'),
  routes: ({ secrets, db, env, minter, upkeep, calls }) => ({
    ...eventTriggerRoutes(db, { urls: serviceUrls(env), minter }),
    ...testClockRoutes(db),
    ...testDataRoutes,
    ...accountRoutes(),
    ...keyRoutes(secrets),
    ...operatorRoutes(secrets),
    ...upkeepRoutes(upkeep, calls),
    ...busUserRoutes({ signingSeed: env.MIZAN_BUS_SIGNING_SEED, prefix: env.MIZAN_BUS_PREFIX }),
    ...documentRoutes(),
  }),
  answers: () => accountAnswers(),
  listeners: (deps) => [
    {
      types: ['api_key.created', 'api_key.updated', 'api_key.revoked'],
      onEvent: (event: BusEvent) => knownKeys(deps).forgetKey(idOf(event)),
    },
    {
      types: ['api_key.revoked'],
      onEvent: (event: BusEvent) => fronts.get(deps)?.endStreamsOf(idOf(event)),
    },
    {
      types: ['account.updated'],
      onEvent: (event: BusEvent) => knownKeys(deps).forgetAccount(event.scope.merchantId),
    },
  ],
  jobs: () => [forgetAttempts, forgetKeyHomes],
  background,
});

const idOf = (event: BusEvent): string => ('id' in event.object ? String(event.object.id) : '');
