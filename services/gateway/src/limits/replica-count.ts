import { fragment, log, type Background, type SystemReader } from '@mizan/service-kit';
import { gatewayReplicas } from './gateway-replica.table.ts';

const beatMs = 5_000;
const goneAfterSeconds = 15; // three heartbeats: one may be lost without changing the shares

/**
 * How many gateways share the limits. Each writes a heartbeat every five seconds and counts those of the others; while the
 * database is unavailable, the last count is kept. Shares follow a started or stopped gateway within fifteen seconds.
 */
export class ReplicaCount implements Background {
  readonly #db: SystemReader;
  readonly #id: string;
  #count = 1;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  /** @param id the same after a restart, so that a gateway that was killed does not count twice */
  constructor(db: SystemReader, id: string) {
    this.#db = db;
    this.#id = id;
  }

  get current(): number {
    return this.#count;
  }

  async start(): Promise<void> {
    await this.beat();
    this.#timer = setInterval(() => (this.#beating = this.beat()), beatMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#db.sql`delete from gateway_replicas where id = ${this.#id}`.catch(this.#logFailure);
  }

  /** Writes this gateway's heartbeat and counts the other gateways. */
  async beat(): Promise<void> {
    try {
      const row = await this.#db.one<{ count: number }>`
        with expired as (delete from gateway_replicas where seen_at < now() - ${goneAfterSeconds} * interval '1 second'),
        own as (
          ${gatewayReplicas.insert([{ id: this.#id, seenAt: fragment`now()` }])}
          on conflict (id) do update set seen_at = excluded.seen_at)
        select count(*) as count from gateway_replicas
        where id <> ${this.#id} and seen_at >= now() - ${goneAfterSeconds} * interval '1 second'`;
      this.#count = 1 + (row?.count ?? 0);
    } catch (thrown) {
      this.#logFailure(thrown);
    }
  }

  readonly #logFailure = (err: unknown): void => log.warn({ err }, 'gateway.beat_failed');
}
