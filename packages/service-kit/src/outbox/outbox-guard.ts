import { streamMaxAgeMs, type Bus } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const checkEveryMs = 5_000;
const walkRows = 100; // rows compared per step when walking back to the last message that survived
/** Rows marked at a time: a statement of a fraction of a second, and a new event waits for so many lost ones at most. */
const republishRows = 5_000;
const marker = 'republishing';

interface PublishedRow {
  eventId: string;
  epoch: number;
  streamSeq: number;
}

/** Which rows are still to be published again; stored in `bus_state`, so that the next leader goes on where one died. */
interface Republishing {
  /** The lowest number of the lost stream that is still to be marked. */
  readonly fromSeq: number;
  /** When the loss was found, by the database's clock: what is published later is not lost. */
  readonly lostAt: string;
  readonly rows: number;
}

/**
 * Compares the outbox with the stream, because the stream can lose what it acknowledged: its store deleted, rolled back
 * to an older copy, or its tail gone after a power cut. Missing events are marked in batches for publishing again, under
 * a new transport id (the stream remembers the old ones even after it lost their messages). New events go out between
 * the batches.
 */
export class OutboxGuard {
  readonly #db: SystemReader;
  readonly #bus: Bus;
  readonly #metrics: Metrics;
  #dueAt = 0;
  #highestSeq = 0;
  #republishing: Republishing | undefined;

  constructor(db: SystemReader, bus: Bus, metrics: Metrics) {
    this.#db = db;
    this.#bus = bus;
    this.#metrics = metrics;
    metrics.add('mizan.outbox.republished', {}, 0); // reported from the start: an alert on its growth needs its zero
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

  /** Finds what was lost, when a check is due. Must run before anything new is published. */
  async check(): Promise<void> {
    if (Date.now() < this.#dueAt) return;
    const created = await this.#bus.ensureStream();
    const stored = await this.#db.sql<{ name: string; value: string }>`
      select name, value from bus_state where name in ('stream_created', ${marker})`;
    const state = new Map(stored.map(({ name, value }) => [name, value]));
    const running = state.get(marker);
    this.#republishing = running === undefined ? undefined : (JSON.parse(running) as Republishing);
    const known = state.get('stream_created');
    if (known !== undefined && known !== created) await this.#republishFrom(0, 'stream_recreated');
    if (known !== created) {
      await this.#db.sql`
        insert into bus_state (name, value) values ('stream_created', ${created})
        on conflict (name) do update set value = excluded.value`;
    }
    await (this.#republishing ? this.#checkNewest(this.#republishing) : this.#checkTail());
    this.#dueAt = Date.now() + checkEveryMs;
  }

  /** Marks the next lost rows for the relay, which has published those marked before. Returns whether there were any. */
  async markLost(): Promise<boolean> {
    if (!this.#republishing) return false;
    const { fromSeq, lostAt, rows } = this.#republishing;
    // One statement, so that the place moves exactly when the rows are marked.
    const done = await this.#db.one<{ marked: number; lastSeq: number | null }>`
      with lost as (
        select id, stream_seq from outbox
        where stream_seq >= ${fromSeq} and published_at < ${lostAt}::timestamptz
          and published_at > now() - ${streamMaxAgeMs / 1000} * interval '1 second'
        order by stream_seq limit ${republishRows}),
      marked as (
        update outbox set published_at = null, stream_seq = null, epoch = epoch + 1
        from lost where outbox.id = lost.id),
      batch as (select count(*)::int as marked, max(stream_seq) as last_seq from lost),
      finished as (delete from bus_state using batch where name = ${marker} and marked = 0),
      moved as (
        update bus_state set value = jsonb_build_object(
          'fromSeq', last_seq + 1, 'lostAt', ${lostAt}::text, 'rows', ${rows}::int + marked)::text
        from batch where name = ${marker} and marked > 0)
      select marked, last_seq from batch`;
    if (!done?.lastSeq) {
      log.warn({ rows }, 'outbox.republished');
      this.#republishing = undefined;
      return false;
    }
    this.#republishing = { fromSeq: done.lastSeq + 1, lostAt, rows: rows + done.marked };
    this.#metrics.add('mizan.outbox.republished', {}, done.marked);
    log.warn({ rows: this.#republishing.rows, upToSeq: done.lastSeq }, 'outbox.republishing');
    return true;
  }

  /** While older rows are marked, all of them look lost: only what was published since tells of another loss. */
  async #checkNewest({ lostAt }: Republishing): Promise<void> {
    const newest = await this.#db.one<PublishedRow>`
      select event_id, epoch, stream_seq from outbox
      where published_at >= ${lostAt}::timestamptz and stream_seq is not null order by published_at desc limit 1`;
    if (newest && !(await this.#isStored(newest))) await this.#republishFrom(0, 'tail_lost');
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
        if (await this.#isStored(row)) {
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

  async #isStored({ eventId, epoch, streamSeq }: PublishedRow): Promise<boolean> {
    return (await this.#bus.messageAt(streamSeq))?.msgId === `${eventId}:${epoch}`;
  }

  /** Remembers that all rows from this number on are lost. A second loss during a repair begins at the lower place. */
  async #republishFrom(seq: number, reason: string): Promise<void> {
    const fromSeq = Math.min(seq, this.#republishing?.fromSeq ?? seq);
    const row = await this.#db.one<{ value: string }>`
      insert into bus_state (name, value)
      values (${marker}, jsonb_build_object('fromSeq', ${fromSeq}::bigint, 'lostAt', now()::text, 'rows', 0)::text)
      on conflict (name) do update set value = excluded.value returning value`;
    this.#republishing = JSON.parse(row?.value ?? 'null') as Republishing;
    this.#highestSeq = 0;
    log.warn({ reason, fromSeq }, 'outbox.stream_lost_events');
  }
}
