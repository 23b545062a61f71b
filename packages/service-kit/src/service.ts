import { clockAnswer, type TimedWork } from './clock/clock-answer.ts';
import { durableOf, type ServiceName } from '@mizan/contracts';
import type { z } from 'zod';
import { Bus } from './bus/bus.ts';
import { Calls } from './calls/call-client.ts';
import type { LocalServices } from './calls/local-services.ts';
import { readEnv, siblingUrls, type EnvOf } from './config.ts';
import { ConsumerRunner } from './consumers/consumer-runner.ts';
import type { BusEvent, Consumer } from './consumers/consumer.ts';
import { durableConsumers } from './consumers/durable-consumers.ts';
import { parseEvent } from './consumers/consumer.ts';
import { requeueJob } from './consumers/dead-letters.ts';
import { Database } from './database/database.ts';
import { Leadership } from './database/leadership.ts';
import type { LoadOrm } from './database/orm.ts';
import { kitDays, pruneJob } from './database/prune.ts';
import { daysJob, type TableOfDays } from './database/table-of-days.ts';
import { system, type AnswersOf, type RoutesOf } from './handlers.ts';
import { listen } from './http/listen.ts';
import { serviceApp, type ServiceAppOptions } from './http/service-app.ts';
import { IdempotencyKeys } from './idempotency/idempotency.ts';
import { IdentityMinter, IdentityVerifier, scopeOf } from './identity/identity.ts';
import { runJobs, type Job } from './jobs.ts';
import { observeProcess, observeService } from './observe-service.ts';
import { Upkeep } from './upkeep.ts';
import { clearAnswer, type TestDataRules } from './test-data/clear-test-data.ts';
import { Relay } from './outbox/relay.ts';
import { ServiceSecrets } from './secrets.ts';
import { inService } from './telemetry/current-service.ts';
import { log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

type Shape = Record<string, z.ZodType>;

/** What a service's own code is built from. */
export interface Deps<S extends Shape = Record<never, never>> {
  readonly env: EnvOf<S>;
  readonly db: Database;
  readonly calls: Calls;
  readonly keys: IdempotencyKeys;
  readonly secrets: ServiceSecrets;
  readonly minter: IdentityMinter;
  readonly metrics: Metrics;
  readonly upkeep: Upkeep;
}

/** Something that runs beside the request handlers for as long as the service does. */
export interface Background {
  start(): Promise<void> | void;
  /** The process will stop soon: closes connections that clients hold open. */
  drain?(): void;
  /** Finishes what runs. */
  stop(): Promise<void>;
}

/** Receives events on every replica, without memory: only for dropping caches early. */
export interface Listener {
  readonly types: readonly string[];
  readonly onEvent: (event: BusEvent) => void;
}

/** A service: what it owns and how it reacts, without any I/O. `App` is what `build` makes of the dependencies. */
export interface ServiceDefinition<
  Name extends ServiceName = ServiceName,
  S extends Shape = Shape,
  App extends object = Deps<S>,
> {
  readonly name: Name;
  /** Environment variables beyond the common ones. */
  readonly env: S;
  /** The service's tables, loaded only by what migrates them: `() => import('../mikro-orm.config.ts')`. */
  readonly orm: LoadOrm;
  /** Statements find rows by an index even when Postgres thinks a table short: for one that is empty now and long later. */
  readonly plansByIndex?: true;
  /**
   * Makes the state of a running service: caches, clients, what its handlers share. Without it they get the dependencies.
   */
  readonly build?: (deps: Deps<S>) => App;
  readonly routes: (app: App) => RoutesOf<Name>;
  readonly answers?: (app: App) => AnswersOf<Name>;
  readonly consumers?: (app: App) => readonly Consumer[];
  readonly listeners?: (app: App) => readonly Listener[];
  readonly jobs?: (app: App) => readonly Job[];
  /** Its tables that have a partition for each day, apart from those that every service has. */
  readonly tablesOfDays?: (app: App) => readonly TableOfDays[];
  /** What follows the clock of test mode beside its jobs. */
  readonly timed?: (app: App) => readonly TimedWork[];
  readonly background?: (app: App) => readonly Background[];
  /** What is special when the test data of an account is removed. */
  readonly testData?: TestDataRules;
}

/** A definition whose generics no longer matter: what launchers and tests pass around. */
export interface AnyService {
  readonly name: ServiceName;
  readonly orm: LoadOrm;
  /** Starts the service in this process; `local` are the services that it calls without a connection, and that call it so. */
  readonly start: (env: Record<string, string | undefined>, local?: LocalServices) => Promise<RunningService>;
}

/** Composes a service; nothing is opened until it is started. */
export const defineService = <const Name extends ServiceName, const S extends Shape, App extends object = Deps<S>>(
  definition: ServiceDefinition<Name, S, App>,
): AnyService => ({
  name: definition.name,
  orm: definition.orm,
  start: (env, local) =>
    inService(definition.name, async () => {
      const { url, stop } = await start(definition, env, local);
      return { url, stop: () => inService(definition.name, stop) };
    }),
});

export interface RunningService {
  /** Base of the service's own HTTP address. */
  readonly url: string;
  /** Drains and closes everything; safe to call once. */
  stop(): Promise<void>;
}

const clocksEveryMs = 5_000;

async function start<Name extends ServiceName, S extends Shape, App extends object>(
  definition: ServiceDefinition<Name, S, App>,
  rawEnv: Record<string, string | undefined>,
  local: LocalServices | undefined,
): Promise<RunningService> {
  const { name } = definition;
  const env = readEnv(definition.env, rawEnv);
  const siblings = local ?? siblingUrls(rawEnv);
  const telemetry = await startTelemetry(name, env);
  const { metrics } = telemetry;
  const bus = new Bus({
    url: env.NATS_URL,
    prefix: env.MIZAN_BUS_PREFIX,
    name: `mizan-${name}`,
    user: name,
    credentials: env.MIZAN_BUS_CREDENTIALS,
    replicas: env.MIZAN_BUS_REPLICAS,
  });
  const db: Database = new Database(env.DATABASE_URL, name, {
    onOutbox: (livemode) => relay.nudge(livemode),
    plansByIndex: definition.plansByIndex,
    compressesEvents: env.MIZAN_COMPRESS_EVENTS === 'on',
  });
  await db.whenReachable(); // a wrong address ends the start here, with its reason
  const relay: Relay = new Relay({ db: db.system, bus, metrics });
  const secrets = new ServiceSecrets(env.MIZAN_SERVICE_SECRET);
  const minter = new IdentityMinter(name, env.MIZAN_IDENTITY_PRIVATE_KEY);
  const calls = new Calls(name, minter, siblings);
  const upkeep = new Upkeep(name, db, bus);
  const keys = new IdempotencyKeys(db, name, secrets);
  const deps: Deps<S> = { env, db, calls, keys, secrets, minter, metrics, upkeep };

  const app = definition.build?.(deps) ?? (deps as unknown as App); // without `build` the app is the dependencies

  const declaredJobs = definition.jobs?.(app) ?? [];
  const declared = durableConsumers(name, definition.consumers?.(app) ?? []);
  const durables = declared.map((each) => durableOf(name, each.name));
  const consumers = [true, false].flatMap((livemode) =>
    declared.map((each) => new ConsumerRunner({ bus, db, service: name, metrics, livemode }, each)),
  );
  upkeep.watch(durables);
  const timed = definition.timed?.(app) ?? [];
  await db.clocks.load(db.system);

  let serving = false;
  const stopping = new AbortController();
  const { app: handler, answerCall } = serviceApp({
    service: name,
    routes: definition.routes(app) as unknown as ServiceAppOptions['routes'],
    answers: {
      ...(definition.answers?.(app) as unknown as ServiceAppOptions['answers']),
      [`advance${capital(name)}Clock`]: clockAnswer({ db, calls, jobs: declaredJobs, timed, consumers }),
      [`clear${capital(name)}Data`]: clearAnswer(definition.testData ?? {}),
      [`holds${capital(name)}Key`]: system(async (_db, { identity, body }) => ({
        isHeld: await keys.holds(scopeOf(identity), (body as { key: string }).key),
      })),
      ...upkeep.answers(),
    },
    run: { db, calls, keys, docsUrl: `${env.MIZAN_PUBLIC_URL}/docs` },
    requireKey: env.MIZAN_REQUIRE_IDEMPOTENCY_KEY,
    verifier: new IdentityVerifier(name, JSON.parse(env.MIZAN_IDENTITY_PUBLIC_KEYS) as Record<string, string>),
    metrics,
    stopping: stopping.signal,
    isReady: async () => serving && (await db.isReachable()),
  });

  for (const { types, onEvent } of definition.listeners?.(app) ?? [])
    bus.listen(types, (payload) => notify(payload, onEvent));
  bus.listen(['test_clock.advanced'], () => void loadClocks(db));
  const clocks = setInterval(() => void loadClocks(db), clocksEveryMs).unref(); // in case the event is lost
  const days = daysJob([...kitDays, ...(definition.tablesOfDays?.(app) ?? [])]);
  const jobs = [...declaredJobs, days, pruneJob, requeueJob(name, declared, bus.prefix)];
  const background = definition.background?.(app) ?? [];
  const leadership = new Leadership(env.DATABASE_URL, `leader:${name}`);
  observeService(metrics, { db, bus, leadership, relay, durables });
  const endProcessWatch = observeProcess(metrics);

  const http = await listen(handler, { host: env.MIZAN_LISTEN_HOST, port: env.MIZAN_LISTEN_PORT });
  const endCalls = local?.add(name, (call, sent) => inService(name, () => answerCall(call, sent)));
  for (const each of background) await each.start();
  for (const each of consumers) each.start();
  serving = true;
  leadership.start(async (signal) => {
    await Promise.all([relay.run(signal), runJobs(jobs, { db, calls, signal }, metrics)]);
  });
  log.info({ event: 'service.started', url: http.url });

  return {
    url: http.url,
    stop: async () => {
      serving = false;
      clearInterval(clocks);
      http.drain();
      for (const each of background) each.drain?.();
      await new Promise((resolve) => setTimeout(resolve, env.MIZAN_DRAIN_DELAY_MS));
      await Promise.all(consumers.map((each) => each.stop()));
      await Promise.all(background.map((each) => each.stop()));
      stopping.abort();
      await Promise.all([http.close(), endCalls?.()]);
      await leadership.stop();
      await relay.pass().catch((error: unknown) => log.debug({ err: error }, 'outbox.last_pass_failed'));
      await telemetry.stop();
      endProcessWatch();
      await calls.close();
      await bus.close();
      await db.close();
      log.info({ event: 'service.stopped' });
    },
  };
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Another replica may have advanced a clock. What cannot be read now is read the next time. */
const loadClocks = (db: Database): Promise<void> =>
  db.clocks.load(db.system).catch((thrown: unknown) => log.debug({ err: thrown }, 'clocks.not_read'));

/** A listener misses what it cannot read: it only drops caches early, and they expire by themselves. */
function notify(payload: string, onEvent: Listener['onEvent']): void {
  try {
    onEvent(parseEvent(payload, false));
  } catch (thrown) {
    log.warn({ event: 'listener.failed', err: thrown });
  }
}
