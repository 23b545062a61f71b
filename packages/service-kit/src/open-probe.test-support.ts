import { startWorld, type World } from '@mizan/testing';
import { Bus } from './bus/bus.ts';
import { ConsumerRunner } from './consumers/consumer-runner.ts';
import type { Consumer } from './consumers/consumer.ts';
import { Database } from './database/database.ts';
import { Relay } from './outbox/relay.ts';
import { probeProduct, probeScope } from './probe-product.test-support.ts';
import { probeOrm, runAsOwner } from './probe-service.test-support.ts';
import type { AnyService } from './service.ts';
import { Metrics } from './telemetry/metrics.ts';

/** The kit's moving parts on a real database and bus, without a service around them. */
export interface Probe {
  readonly world: World;
  readonly db: Database;
  readonly bus: Bus;
  readonly relay: Relay;
  /** Runs statements as the schema's owner, who may create tables. */
  asOwner(sql: string): Promise<void>;
  /** Runs the relay until the returned function is called. */
  startRelay(): () => Promise<void>;
  /** Runs the consumer in both modes. */
  startConsumer(consumer: Consumer): void;
  /** Commits one event of `objectId`, in test mode unless said otherwise. */
  emit(objectId: string, options?: { version?: number; livemode?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export { probeProduct, probeScope };

/** Opens a schema with nothing but the kit's tables, and a bus unless `nats` is false. */
export async function openProbe(options: { nats?: boolean; compressesEvents?: boolean } = {}): Promise<Probe> {
  let env: Record<string, string | undefined> = {};
  const service: AnyService = {
    name: 'catalog',
    orm: probeOrm('catalog'),
    start: (given) => {
      env = given;
      return Promise.resolve({ url: '', stop: () => Promise.resolve() });
    },
  };
  const world = await startWorld({ services: [service], nats: options.nats });
  const bus = new Bus({ url: env.NATS_URL ?? '', prefix: env.MIZAN_BUS_PREFIX ?? '', name: 'probe', user: 'probe' });
  const metrics = new Metrics('probe');
  const db: Database = new Database(env.DATABASE_URL ?? '', 'catalog', {
    onOutbox: (livemode) => relay.nudge(livemode),
    ...(options.compressesEvents && { compressesEvents: true }),
  });
  const relay: Relay = new Relay({ db: db.system, bus, metrics });
  const stops: (() => Promise<void>)[] = [];

  return {
    world,
    db,
    bus,
    relay,
    asOwner: (sql) => runAsOwner(world, 'catalog', sql),
    startRelay: () => {
      const stop = new AbortController();
      const running = relay.run(stop.signal);
      const end = async (): Promise<void> => {
        stop.abort();
        await running;
      };
      stops.push(end);
      return end;
    },
    startConsumer: (consumer) => {
      for (const livemode of [true, false]) {
        const runner = new ConsumerRunner({ bus, db, service: 'catalog', metrics, livemode }, consumer);
        runner.start();
        stops.push(() => runner.stop());
      }
    },
    emit: (id, { version = 1, livemode = false } = {}) =>
      db.transact({ ...probeScope, livemode }, async (tx) => {
        tx.emit('product.deleted', { object: probeProduct(id), version });
      }),
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await bus.close();
      await db.close();
      await world.stop();
    },
  };
}
