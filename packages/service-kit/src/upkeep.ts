import type { DeadLetter, RequeueDeadLetters, ServiceHealth, ServiceName } from '@mizan/contracts';
import kit from '../package.json' with { type: 'json' };
import { orMissing, type Bus } from './bus/bus.ts';
import { countDeadLetters } from './consumers/dead-letters.ts';
import type { Database, SystemReader } from './database/database.ts';
import { system, type Handler, type Input } from './handlers.ts';
import { readWaitingEvents } from './outbox/waiting-events.ts';
import { log } from './telemetry/log.ts';

const listedMax = 1_000;
const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

/** What an operator may see and do for any service. */
export class Upkeep {
  readonly #service: ServiceName;
  readonly #db: Database;
  readonly #bus: Bus;
  #durables: readonly string[] = [];
  readonly #finders: ((db: SystemReader) => Promise<readonly string[]>)[] = [];

  constructor(service: ServiceName, db: Database, bus: Bus) {
    this.#service = service;
    this.#db = db;
    this.#bus = bus;
  }

  /** Sets the service's durable consumers. */
  watch(durables: readonly string[]): void {
    this.#durables = durables;
  }

  /** Adds what finds problems that only the service itself knows: one sentence for each. */
  lookFor(findProblems: (db: SystemReader) => Promise<readonly string[]>): void {
    this.#finders.push(findProblems);
  }

  /** The service's health as its database and the bus report it. */
  async health(): Promise<ServiceHealth> {
    const { system } = this.#db;
    const [postgresVersion, outbox, letters, problems] = await Promise.all([
      readPostgresVersion(system),
      readWaitingEvents(system),
      countDeadLetters(system),
      Promise.all(this.#finders.map((findProblems) => findProblems(system))),
    ]);
    return {
      version: kit.version,
      nodeVersion: process.versions.node,
      startedAt,
      postgresVersion,
      outbox,
      natsVersion: this.#bus.serverVersion ?? null,
      consumers: await consumersOf(this.#bus, this.#durables, letters).catch((thrown: unknown) => {
        log.debug({ err: thrown }, 'health.bus_silent');
        return null;
      }),
      deadLetters: [...letters.values()].reduce((sum, count) => sum + count, 0),
      problems: problems.flat(),
    };
  }

  /** The oldest dead letters. @param consumer of this one only, unless null */
  async deadLetters(consumer: string | null): Promise<DeadLetter[]> {
    const rows = await this.#db.system.sql<
      Omit<DeadLetter, 'service' | 'createdAt' | 'requeuedAt'> & { createdAt: Date; requeuedAt: Date | null }
    >`
      select consumer, event_id, subject, reason, created_at, requeued_at
      from dead_letters where ${consumer}::text is null or consumer = ${consumer}
      order by id limit ${listedMax}`;
    return rows.map((row) => ({
      ...row,
      service: this.#service,
      createdAt: row.createdAt.toISOString(),
      requeuedAt: row.requeuedAt?.toISOString() ?? null,
    }));
  }

  /**
   * Marks dead letters, for the leader to hand over within seconds. One that took effect in between has an inbox row, so
   * it has no second effect. @returns how many were marked
   */
  async requeue({ consumer, eventIds }: Omit<RequeueDeadLetters, 'service'>): Promise<number> {
    const rows = await this.#db.system.sql`
      update dead_letters set requeued_at = now()
      where (${consumer ?? null}::text is null or consumer = ${consumer ?? null})
        and (${eventIds ?? null}::text[] is null or event_id = any(${eventIds ?? null}::text[]))
      returning id`;
    return rows.length;
  }

  /** Handlers of the gateway's calls, by name. */
  answers(): Record<string, Handler<Input, unknown>> {
    const name = `${this.#service.charAt(0).toUpperCase()}${this.#service.slice(1)}`;
    return {
      [`report${name}Health`]: system(() => this.health()),
      [`list${name}DeadLetters`]: system(async (_db, { body }) => ({
        deadLetters: await this.deadLetters((body as { consumer: string | null }).consumer),
      })),
      [`requeue${name}DeadLetters`]: system(async (_db, { body }) => ({
        requeued: await this.requeue(body as RequeueDeadLetters),
      })),
    };
  }
}

async function readPostgresVersion(system: SystemReader): Promise<string> {
  const row = await system.one<{ version: string }>`select current_setting('server_version') as version`;
  if (!row) throw new Error('bug: a setting without a row');
  return row.version;
}

/** Each durable with both modes together: what waits is summed, and the worse place counts. */
async function consumersOf(
  bus: Bus,
  durables: readonly string[],
  letters: ReadonlyMap<string, number>,
): Promise<ServiceHealth['consumers']> {
  return Promise.all(
    durables.map(async (name) => {
      const modes = await Promise.all([true, false].map((livemode) => consumerOf(bus, livemode, name)));
      return {
        name,
        pending: modes.reduce((sum, { pending }) => sum + pending, 0),
        unacknowledged: modes.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
        place: worstFirst.find((place) => modes.some((each) => each.place === place)) ?? 'kept',
        deadLetters: letters.get(name) ?? 0,
      };
    }),
  );
}

const worstFirst = ['missing', 'lost'] as const;

type ConsumerState = Omit<NonNullable<ServiceHealth['consumers']>[number], 'name' | 'deadLetters'>;

async function consumerOf(bus: Bus, livemode: boolean, durable: string): Promise<ConsumerState> {
  const stream = bus.streamOf(livemode);
  const info = await orMissing(bus.jsm.consumers.info(stream, durable));
  if (!info) return { pending: 0, unacknowledged: 0, place: 'missing' };
  const { state } = await bus.jsm.streams.info(stream);
  const place = info.delivered.stream_seq > state.last_seq ? 'lost' : 'kept';
  return { pending: info.num_pending, unacknowledged: info.num_ack_pending, place };
}
