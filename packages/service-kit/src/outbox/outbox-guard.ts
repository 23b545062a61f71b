import { streamMaxAgeMs, type Bus } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';

const checkEveryMs = 5_000;
const walkRows = 100; // rows compared per step when walking back to the last message that survived

interface PublishedRow {
  eventId: string;
  epoch: number;
  streamSeq: number;
}

/**
 * Compares the outbox with the stream, because the stream can lose what it acknowledged: its store deleted, rolled back
 * to an older copy, or its tail gone after a power cut. Missing events are marked for publishing again under a new
 * transport id (the stream remembers the old ones even after it lost their messages).
 */
export class OutboxGuard {
  readonly #db: SystemReader;
  readonly #bus: Bus;
  #dueAt = 0;
  #highestSeq = 0;

  constructor(db: SystemReader, bus: Bus) {
    this.#db = db;
    this.#bus = bus;
  }

  /** Requires a check before the next row is published. */
  due(): void {
    this.#dueAt = 0;
  }

  /** Records a batch. A fresh message below an earlier sequence means that the stream went back in time. */
  published(rows: readonly { seq: number; duplicate: boolean }[]): void {
    const before = this.#highestSeq;
    for (const { seq, duplicate } of rows) {
      if (!duplicate && before > 0 && seq <= before) this.due();
      this.#highestSeq = Math.max(this.#highestSeq, seq);
    }
  }

  /** Repairs what was lost, when a check is due. Must run before anything new is published. */
  async check(): Promise<void> {
    if (Date.now() < this.#dueAt) return;
    const created = await this.#bus.ensureStream();
    const known = await this.#db.one<{ value: string }>`select value from bus_state where name = 'stream_created'`;
    if (known && known.value !== created) await this.#republishFrom(0, 'stream_recreated');
    if (known?.value !== created) {
      await this.#db.sql`
        insert into bus_state (name, value) values ('stream_created', ${created})
        on conflict (name) do update set value = excluded.value`;
    }
    await this.#checkTail();
    this.#dueAt = Date.now() + checkEveryMs;
  }

  async #checkTail(): Promise<void> {
    let above: number | undefined;
    for (;;) {
      const rows: PublishedRow[] = await this.#db.sql<PublishedRow>`
        select event_id, epoch, stream_seq from outbox
        where stream_seq is not null and stream_seq < ${above ?? Number.MAX_SAFE_INTEGER}
          and published_at > now() - ${streamMaxAgeMs / 1000} * interval '1 second'
        order by stream_seq desc limit ${above === undefined ? 1 : walkRows}`;
      for (const row of rows) {
        const stored = await this.#bus.messageAt(row.streamSeq);
        if (stored?.msgId === `${row.eventId}:${row.epoch}`) {
          if (above !== undefined) await this.#republishFrom(row.streamSeq + 1, 'tail_lost');
          return;
        }
        above = row.streamSeq;
      }
      if (rows.length === 0) {
        if (above !== undefined) await this.#republishFrom(0, 'tail_lost');
        return;
      }
    }
  }

  async #republishFrom(seq: number, reason: string): Promise<void> {
    const rows = await this.#db.sql`
      update outbox set published_at = null, stream_seq = null, epoch = epoch + 1
      where stream_seq >= ${seq} and published_at > now() - ${streamMaxAgeMs / 1000} * interval '1 second'
      returning 1`;
    this.#highestSeq = 0;
    log.warn({ reason, fromSeq: seq, rows: rows.length }, 'outbox.republishing');
  }
}
