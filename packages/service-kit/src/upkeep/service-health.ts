import type { ServiceHealth } from '@mizan/contracts';
import kit from '../../package.json' with { type: 'json' };
import type { Bus } from '../bus/bus.ts';
import { isMissing } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';

type Consumers = NonNullable<ServiceHealth['consumers']>;

const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

/** A service's health as its database and the bus report it. */
export async function healthOf(system: SystemReader, bus: Bus, durables: readonly string[]): Promise<ServiceHealth> {
  const [shared, letters] = await Promise.all([readShared(system), countDeadLetters(system)]);
  return {
    version: kit.version,
    nodeVersion: process.versions.node,
    startedAt,
    postgresVersion: shared.postgresVersion,
    natsVersion: bus.serverVersion ?? null,
    outbox: { unpublished: shared.unpublished, oldestSeconds: shared.oldestSeconds },
    consumers: await consumersOf(bus, durables, letters).catch((thrown: unknown) => {
      log.debug({ err: thrown }, 'health.bus_silent');
      return null;
    }),
    deadLetters: [...letters.values()].reduce((sum, each) => sum + each, 0),
  };
}

async function readShared(system: SystemReader) {
  const row = await system.one<{ postgresVersion: string; unpublished: number; oldestSeconds: number | null }>`
    select current_setting('server_version') as "postgresVersion", count(*)::int as unpublished,
      extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from outbox where published_at is null`;
  if (!row) throw new Error('bug: an aggregate without a row');
  return row;
}

async function countDeadLetters(system: SystemReader): Promise<Map<string, number>> {
  const rows = await system.sql<{ consumer: string; count: number }>`
    select consumer, count(*)::int as count from dead_letters group by consumer`;
  return new Map(rows.map(({ consumer, count }) => [consumer, count]));
}

async function consumersOf(
  bus: Bus,
  durables: readonly string[],
  letters: ReadonlyMap<string, number>,
): Promise<Consumers> {
  const { state } = await bus.jsm.streams.info(bus.streamName);
  return Promise.all(
    durables.map(async (name) => {
      const deadLetters = letters.get(name) ?? 0;
      const info = await bus.jsm.consumers.info(bus.streamName, name).catch((thrown: unknown) => {
        if (isMissing(thrown)) return undefined;
        throw thrown;
      });
      if (!info) return { name, pending: 0, unacknowledged: 0, place: 'missing' as const, deadLetters };
      const isAhead = info.delivered.stream_seq > state.last_seq;
      return {
        name,
        pending: info.num_pending,
        unacknowledged: info.num_ack_pending,
        place: isAhead ? ('lost' as const) : ('kept' as const),
        deadLetters,
      };
    }),
  );
}
