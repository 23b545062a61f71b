import { hostname } from 'node:os';
import type { Operations } from '@mizan/contracts';
import {
  AnswerCache,
  command,
  defineService,
  query,
  type Background,
  type BusEvent,
  type Deps,
  type OperationInput,
  type Scope,
} from '@mizan/service-kit';
import { getAccount } from './accounts/read-accounts.ts';
import { answers } from './answers.ts';
import { ApiKeyCache } from './api-keys/api-key-cache.ts';
import { keyPepper } from './api-keys/api-key-format.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { gatewayEnv } from './config.ts';
import { documentRoutes } from './documents/routes.ts';
import { triggerEvent } from './event-triggers/trigger-event.ts';
import { deleteExpiredKeyHomes, KeyHomes } from './idempotency/key-homes.ts';
import { deleteExpiredAttempts } from './limits/count-attempt.ts';
import { EventLoopLag } from './limits/event-loop-lag.ts';
import { Limiter } from './limits/limiter.ts';
import { ReplicaCount } from './limits/replica-count.ts';
import { operatorRoutes } from './operator/routes.ts';
import { PublicListener } from './proxy/public-listener.ts';
import { countCode } from './two-factor/assert-second-factor.ts';
import { getSettings } from './settings/read-settings.ts';
import { updateSettings } from './settings/update-settings.ts';
import { advanceServices, advanceTestClock } from './test-clock/advance-test-clock.ts';
import { getTestClock } from './test-clock/read-test-clock.ts';
import { clearServices, deleteTestData } from './test-data/delete-test-data.ts';

/** The public API: knows the accounts and their keys, admits requests and forwards them to their services. */
export const gateway = defineService({
  name: 'gateway',
  env: gatewayEnv,
  orm: () => import('../mikro-orm.config.ts'),
  build,
  routes: (app) => ({
    triggerEvent: command({
      load: (context, input) => triggerEvent(context, app, input),
      run: async (_tx, _input, triggered) => triggered,
    }),
    getTestClock: query(async (reader) => getTestClock(reader)),
    advanceTestClock: command({
      load: (context, { body }) => advanceServices(context, app, body),
      run: async (tx, _input, advanced) => advanceTestClock(tx, advanced),
    }),
    deleteTestData: command({ load: clearServices, run: (tx, _input, deleted) => deleteTestData(tx, deleted) }),
    getAccount: query((reader, { identity }) => getAccount(reader, app, identity)),
    getSettings: query((reader) => getSettings(reader)),
    updateSettings: changeSettings(app),
    ...apiKeyRoutes(app),
    ...operatorRoutes(app),
    ...documentRoutes(app.publicUrl),
  }),
  answers: (app) => answers(app),
  listeners: ({ keys, listener, liveMethods }) => [
    {
      types: ['api_key.created', 'api_key.updated', 'api_key.revoked'],
      onEvent: (event: BusEvent) => keys.dropKey(idOf(event)),
    },
    { types: ['api_key.revoked'], onEvent: (event: BusEvent) => listener.endResponsesOf(idOf(event)) },
    liveMethods.listener,
    { types: ['account.updated'], onEvent: (event: BusEvent) => keys.dropAccount(event.scope.merchantId) },
  ],
  jobs: () => [deleteExpiredAttempts, deleteExpiredKeyHomes],
  background: ({ background }) => background,
});

/** A code is counted before the transaction that a wrong one rolls back. */
const changeSettings = ({ db, secrets }: Pick<Deps<typeof gatewayEnv>, 'db' | 'secrets'>) =>
  command({
    load: async ({ scope }, { body, identity, headers }: OperationInput<Operations['updateSettings']>) => {
      const presented = { keyId: identity.keyId, code: headers['two-factor-code'] };
      if (scope.livemode && body.manualMethods) await countCode(db, presented);
      return presented;
    },
    run: (tx, { body }, presented) => updateSettings(tx, { secrets }, { changes: body, presented }),
  });

/** How old a shown list of live payment methods may be, milliseconds: a new connection is seen this soon. */
const maxAgeMs = 5_000;

/** What a running gateway is made of. */
function build({ db, env, secrets, calls, keys: ownKeys, minter, metrics, upkeep }: Deps<typeof gatewayEnv>) {
  const pepper = keyPepper(secrets);
  const keys = new ApiKeyCache(db.system, pepper);
  const urls = {
    gateway: env.MIZAN_GATEWAY_URL,
    catalog: env.MIZAN_CATALOG_URL,
    customers: env.MIZAN_CUSTOMERS_URL,
    checkout: env.MIZAN_CHECKOUT_URL,
    payments: env.MIZAN_PAYMENTS_URL,
    webhooks: env.MIZAN_WEBHOOKS_URL,
  };
  const isLimited = env.MIZAN_RATE_LIMIT === 'on';
  const replicas = new ReplicaCount(db.system, `${hostname()}:${env.MIZAN_PORT}`);
  const lag = new EventLoopLag();
  const listener = new PublicListener({
    host: env.MIZAN_LISTEN_HOST,
    port: env.MIZAN_PORT,
    publicUrl: env.MIZAN_PUBLIC_URL,
    urls,
    traceRatio: env.MIZAN_TRACE_RATIO,
    operatorToken: env.MIZAN_OPERATOR_TOKEN,
    trustedProxies: env.MIZAN_TRUSTED_PROXIES,
    geoHeaders: env.MIZAN_GEO_HEADERS,
    connectionsPerAddress: isLimited ? env.MIZAN_RATE_LIMIT_CONNECTIONS : Number.POSITIVE_INFINITY,
    keys,
    keyHomes: new KeyHomes({ db: db.system, calls, ownKeys }),
    minter,
    limiter: isLimited ? new Limiter({ limits: env, db: db.system, replicas, lag }) : undefined,
    metrics,
  });
  return {
    db,
    secrets,
    calls,
    callsFor: (scope: Scope) => calls.bind(scope),
    liveMethods: new AnswerCache({
      fetch: (bound) => bound.getLiveMethods({}),
      maxAgeMs,
      dropOn: ['account.updated', 'live_methods.changed'],
    }),
    minter,
    upkeep,
    pepper,
    keys,
    urls,
    listener,
    /** Of the NATS account that owns the stream; undefined: bus users cannot be created. */
    signingSeed: env.MIZAN_BUS_SIGNING_SEED,
    busPrefix: env.MIZAN_BUS_PREFIX,
    publicUrl: env.MIZAN_PUBLIC_URL,
    background: (isLimited ? [replicas, lag, listener] : [listener]) satisfies Background[],
  };
}

const idOf = (event: BusEvent): string => ('id' in event.object ? String(event.object.id) : '');
