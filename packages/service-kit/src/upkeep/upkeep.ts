import type { DeadLetter, RequeueDeadLetters, ServiceHealth, ServiceName } from '@mizan/contracts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { system, type Handler, type Input } from '../handlers.ts';
import { healthOf } from './service-health.ts';

const listedMax = 1_000;

/** What an operator may see and do for any service. */
export class Upkeep {
  readonly #service: ServiceName;
  readonly #db: Database;
  readonly #bus: Bus;
  #durables: readonly string[] = [];

  constructor(service: ServiceName, db: Database, bus: Bus) {
    this.#service = service;
    this.#db = db;
    this.#bus = bus;
  }

  /** Sets the service's durable consumers. */
  watch(durables: readonly string[]): void {
    this.#durables = durables;
  }

  health(): Promise<ServiceHealth> {
    return healthOf(this.#db.system, this.#bus, this.#durables);
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
   * Marks dead letters; the service's leader passes them to their handlers within seconds. An event that took effect
   * in between has no second effect, because its inbox row exists.
   *
   * @returns how many were marked
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
