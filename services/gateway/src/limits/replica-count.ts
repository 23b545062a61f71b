import { log, type Background, type SystemReader } from '@mizan/service-kit';

const beatMs = 5_000;
const goneAfterSeconds = 15; // three beats: one may be lost without anybody's share changing

/**
 * How many gateways share the limits. Each says every five seconds that it is there and counts those who did; when the
 * database does not answer, the last count holds. For up to fifteen seconds after a gateway came or went the shares are
 * those of before.
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
    await this.#db.sql`delete from gateway_replicas where id = ${this.#id}`.catch(this.#notSaid);
  }

  /** Says that this gateway is there and counts the others. */
  async beat(): Promise<void> {
    try {
      const row = await this.#db.one<{ count: number }>`
        with gone as (delete from gateway_replicas where seen_at < now() - ${goneAfterSeconds} * interval '1 second'),
        own as (
          insert into gateway_replicas (id, seen_at) values (${this.#id}, now())
          on conflict (id) do update set seen_at = excluded.seen_at)
        select count(*) as count from gateway_replicas
        where id <> ${this.#id} and seen_at >= now() - ${goneAfterSeconds} * interval '1 second'`;
      this.#count = 1 + (row?.count ?? 0);
    } catch (thrown) {
      this.#notSaid(thrown);
    }
  }

  readonly #notSaid = (err: unknown): void => log.warn({ err }, 'gateway.beat_failed');
}
