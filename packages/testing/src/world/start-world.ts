import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type CallerName, type ServiceName } from '@mizan/contracts';
import { deriveBusEnv, deriveServiceEnv, type AnyService } from '@mizan/service-kit';
import { startFleet, type Fleet } from '@mizan/stack/fleet';
import { freePort } from '@mizan/stack/ports';
import pg from 'pg';
import { awaitPostgres, openRun } from '../run/test-run.ts';
import { trustTestAuthority } from '../run/trust-test-authority.ts';
import { apiClient, type Api } from './api-client.ts';
import { buyerClaims, Identities, merchantClaims, operatorClaims, siblingClaims } from './identities.ts';
import type { ActingMerchant } from './identities.ts';
import { Replica } from './replica.ts';
import type { DemoAccounts } from '@mizan/stack/dev-file';
import { startStandIn, type Answers } from './stand-in.ts';
import { createDatabase } from './template-database.ts';
import { openBus, type BusKind, type TestBus } from './test-bus.ts';

export interface WorldOptions {
  /** The services that run; list each once. */
  readonly services: readonly AnyService[];
  /** Environment of every service, over the harness's own. */
  readonly env?: Record<string, string>;
  /**
   * False: no bus at all; services publish and receive nothing. `own`: one that the test may stop, also where
   * `NATS_URL` names a shared one. `guarded`: one of its own that checks the permissions of its users.
   */
  readonly nats?: boolean | Exclude<BusKind, 'any'>;
  /** The six services run as one process of their own, as `npm start -- --single` runs them; there is no {@link World.replica}. */
  readonly isSingle?: boolean;
  /** Answers of the services that do not run here; `getAccount` has one already. */
  readonly answers?: Answers;
}

/** Services with a database and a bus of their own, for one test file. */
export interface World {
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  /** Base address of the API, when the gateway runs here. */
  readonly gatewayUrl: string;
  /** The demo accounts and their keys, when the gateway runs here. */
  readonly accounts: DemoAccounts;
  readonly nats: TestBus;
  /** What every secret of this world derives from. */
  readonly rootSecret: string;
  /** Through the gateway, as the demo account in test mode unless the options say otherwise. */
  readonly api: Api;
  /** Straight to a service, signed as the gateway signs for a merchant's key. */
  merchantClient(service: ServiceName, merchant?: ActingMerchant): Api;
  /** The headers with which {@link merchantClient} signs a request, for a client of the test's own. */
  merchantHeaders(service: ServiceName, merchant?: ActingMerchant): Promise<Record<string, string>>;
  /** Straight to a service, as the gateway forwards a buyer; pass `client-secret` among the headers. */
  buyerClient(service: ServiceName): Api;
  /** Straight to a service, as the gateway forwards the operator of the platform. */
  operatorClient(service: ServiceName): Api;
  /** Straight to a service's answers, signed as another service or the bus keeper: `POST /internal/calls/<name>`. */
  siblingClient(service: ServiceName, from: CallerName, merchant?: ActingMerchant): Api;
  /** SQL as an administrator with the service's schema on the search path. */
  db(service: ServiceName): pg.Pool;
  /** Logins of a service, for a database client that the test opens itself. */
  databaseUrls(service: ServiceName): { readonly ownerUrl: string; readonly runtimeUrl: string };
  /** A running service, to stop it, start it again, or run it as a process that can be killed. */
  replica(service: ServiceName): Replica;
  /** The one process of all services, and where it writes its log. */
  readonly single: { readonly fleet: Fleet; readonly logFile: string };
  stop(): Promise<void>;
}

const defaultMerchant: ActingMerchant = { merchantId: 'acct_test' };

/** Boots the services in this process, wired to each other. Call `stop` in `afterAll`. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const run = openRun();
  const name = `${run.prefix}_${randomBytes(4).toString('hex')}`;
  const [database, bus, standIn, authorityFile, publicPort, addresses] = await Promise.all([
    awaitPostgres(run).then((adminUrl) => createDatabase(run, adminUrl, options.services, name)),
    options.nats === false ? undefined : openBus(run, name, typeof options.nats === 'string' ? options.nats : 'any'),
    startStandIn(options.answers ?? {}),
    trustTestAuthority(run),
    freePort(),
    Promise.all(
      options.services.map(async (service) => [service.name, `http://127.0.0.1:${await freePort()}`] as const),
    ),
  ]);
  const urls: Partial<Record<ServiceName, string>> = Object.fromEntries(addresses);
  const gatewayUrl = `http://127.0.0.1:${publicPort}`;
  const siblings = serviceNames.map((each) => [`MIZAN_${each.toUpperCase()}_URL`, urls[each] ?? standIn.url]);
  const shared = {
    ...Object.fromEntries(siblings),
    NATS_URL: bus?.url ?? 'nats://127.0.0.1:1', // no server listens there
    MIZAN_BUS_PREFIX: bus?.prefix ?? '',
    MIZAN_PUBLIC_URL: gatewayUrl,
    MIZAN_PORT: String(publicPort),
    MIZAN_TRACE_RATIO: '0',
    MIZAN_RATE_LIMIT: 'off',
    MIZAN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    NODE_EXTRA_CA_CERTS: authorityFile,
  };
  const replicas = new Map<ServiceName, Replica>();
  const envs = {} as Record<ServiceName, Record<string, string>>;
  for (const service of options.services) {
    const env = {
      ...shared,
      ...deriveServiceEnv(run.rootSecret, service.name),
      ...(options.nats === 'guarded' ? await deriveBusEnv(run.rootSecret, service.name) : {}),
      DATABASE_URL: database.logins[service.name].runtimeUrl,
      MIZAN_LISTEN_PORT: new URL(urls[service.name] ?? '').port,
      ...options.env,
    };
    envs[service.name] = env;
    if (options.isSingle) continue;
    replicas.set(
      service.name,
      new Replica(service, urls[service.name] ?? '', env, run.path('logs', `${name}-${service.name}.log`)),
    );
  }
  const logs = run.path('logs', name);
  let fleet: Fleet | undefined;
  const pools = new Map<ServiceName, pg.Pool>();
  const identities = new Identities(run.rootSecret);

  const world: World = {
    urls,
    rootSecret: run.rootSecret,
    get gatewayUrl() {
      if (!envs.gateway) throw new Error('The gateway is not among the services of this world.');
      return gatewayUrl;
    },
    get accounts() {
      if (!database.accounts) throw new Error('The gateway is not among the services of this world.');
      return database.accounts;
    },
    get nats() {
      if (!bus) throw new Error('This world has no bus.');
      return bus;
    },
    api: (...request) =>
      apiClient(world.gatewayUrl, ({ key = world.accounts.keys.testSecret }): Record<string, string> =>
        key === null ? {} : { authorization: `Bearer ${key}` },
      )(...request),
    merchantClient: (service, merchant = defaultMerchant) =>
      apiClient(urlOf(service), () => identities.headers('gateway', service, merchantClaims(merchant))),
    merchantHeaders: (service, merchant = defaultMerchant) =>
      identities.headers('gateway', service, merchantClaims(merchant)),
    buyerClient: (service) => apiClient(urlOf(service), () => identities.headers('gateway', service, buyerClaims)),
    operatorClient: (service) =>
      apiClient(urlOf(service), () => identities.headers('gateway', service, operatorClaims)),
    siblingClient: (service, from, { merchantId, livemode = false } = defaultMerchant) =>
      apiClient(urlOf(service), () => identities.headers(from, service, siblingClaims({ merchantId, livemode }))),
    db(service) {
      const open = pools.get(service);
      if (open) return open;
      const pool = new pg.Pool({ connectionString: database.adminUrl, max: 4, options: `-c search_path=${service}` });
      pool.on('error', () => undefined); // dropping the database ends idle connections
      pools.set(service, pool);
      return pool;
    },
    databaseUrls: (service) => database.logins[service],
    replica(service) {
      const replica = replicas.get(service);
      if (!replica) throw new Error(`${service} does not run by itself in this world.`);
      return replica;
    },
    get single() {
      if (!fleet) throw new Error('Each service of this world runs by itself.');
      return { fleet, logFile: join(logs, 'single.log') };
    },
    async stop() {
      await fleet?.stop();
      await Promise.all([...replicas.values()].map((replica) => replica.stop()));
      await Promise.all([...pools.values()].map((pool) => pool.end()));
      await Promise.all([bus?.close(), standIn.close()]);
      await database.drop();
    },
  };

  function urlOf(service: ServiceName): string {
    const url = urls[service];
    if (!url) throw new Error(`${service} is not among the services of this world.`);
    return url;
  }

  try {
    if (options.isSingle) {
      mkdirSync(logs, { recursive: true });
      fleet = await startFleet({ logs, envs, replicas: 1, isSingle: true, publicPort, onRestart: () => undefined });
      await fleet.ready();
    } else await Promise.all([...replicas.values()].map((replica) => replica.start()));
  } catch (failure) {
    await world.stop();
    throw failure;
  }
  return world;
}
