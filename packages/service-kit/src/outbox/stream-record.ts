import { streamMaxAgeMs } from '../bus/streams.ts';
import type { SystemReader } from '../database/database.ts';
import { fragment } from '../database/sql.ts';

const batchRows = 2_000; // some 50 ms of work: far below the timeout of a statement, and short enough for new events
const newestRows = 1_000; // a repeat that the stream dropped has a late time and an early place; never so many at once

/** Events that the stream lost and that are not yet all marked for publishing again. */
export interface Repair {
  readonly reason: LossReason;
  /** Sequences from here on were lost. */
  readonly lostFrom: number;
  /** Those below are marked already. */
  readonly fromSeq: number;
  /** Highest sequence that was in use when the loss was found. */
  readonly throughSeq: number;
  /** What was published before this instant may be lost; what is published from then on is not. Postgres's clock. */
  readonly lostAt: string;
  /** Rows marked so far. */
  readonly rows: number;
}

export type LossReason = 'stream_recreated' | 'tail_lost';

interface Known {
  /** When the stream was created that this service publishes to. */
  readonly created: string;
  readonly repair?: Repair;
}

/** Postgres adds the instant of a loss. */
interface Unstored {
  readonly created: string;
  readonly repair?: Omit<Repair, 'lostAt'>;
}

export interface PublishedRow {
  readonly eventId: string;
  readonly epoch: number;
  readonly streamSeq: number;
}

const nameOf = (livemode: boolean): string => `stream_${livemode ? 'live' : 'test'}`;

/** Rows that the mode's stream lost and that are not marked for publishing again yet, counted up to a number. */
export async function countLost(db: SystemReader, livemode: boolean, countedMax: number): Promise<number> {
  const row = await db.one<{ rows: number }>`
    select count(*)::int as rows from (
      select 1 from bus_state, outbox
      where name = ${nameOf(livemode)} and livemode = ${livemode}
        and stream_seq between (value::jsonb #>> '{repair,fromSeq}')::bigint and (value::jsonb #>> '{repair,throughSeq}')::bigint
        and published_at < (value::jsonb #>> '{repair,lostAt}')::timestamptz
      limit ${countedMax}) as lost`;
  return row?.rows ?? 0;
}

/**
 * What a service knows of one mode's stream: a row of `bus_state`, and the places of its published events. Every change
 * requires that the row is still as this process read it, so that a leader that was replaced changes nothing.
 */
export class StreamRecord {
  readonly #db: SystemReader;
  readonly #livemode: boolean;
  readonly #name: string;
  #value: string | undefined;
  #known: Known | undefined;

  constructor(db: SystemReader, livemode: boolean) {
    this.#db = db;
    this.#livemode = livemode;
    this.#name = nameOf(livemode);
  }

  /** When the stream was created that events were last published to; undefined before the first. */
  get created(): string | undefined {
    return this.#known?.created;
  }

  get repair(): Repair | undefined {
    return this.#known?.repair;
  }

  /** Reads the row again: another leader may have changed it. */
  async read(): Promise<void> {
    const row = await this.#db.one<{ value: string }>`select value from bus_state where name = ${this.#name}`;
    this.#keep(row?.value);
  }

  /** Notes that events are published to this stream from now on. */
  async follow(created: string): Promise<void> {
    await this.#store({ created });
  }

  /**
   * Notes that messages from a sequence on were lost. Nothing else is changed yet: {@link markLost} follows, by this
   * leader or the next one. During a repair, that one starts over and covers this loss too.
   */
  async lose(created: string, fromSeq: number, reason: LossReason): Promise<void> {
    const highest = await this.#db.one<{ seq: number | null }>`
      select max(stream_seq) as seq from outbox where livemode = ${this.#livemode} and stream_seq is not null`;
    const lostFrom = Math.min(fromSeq, this.repair?.lostFrom ?? fromSeq);
    const throughSeq = Math.max(highest?.seq ?? 0, this.repair?.throughSeq ?? 0);
    const rows = this.repair?.rows ?? 0;
    await this.#store({ created, repair: { reason, lostFrom, fromSeq: lostFrom, throughSeq, rows } });
  }

  /** Records where events were stored. @throws when another leader has changed the record since it was read */
  async markPublished(rows: readonly { readonly eventId: string; readonly seq: number }[]): Promise<void> {
    const marked = await this.#db.sql`
      with unchanged as materialized (
        select 1 from bus_state where name = ${this.#name} and value = ${this.#value} for share)
      update outbox set published_at = greatest(now(), ${this.repair?.lostAt ?? null}::timestamptz), stream_seq = done.seq
      from unnest(${rows.map((row) => row.eventId)}::text[], ${rows.map((row) => row.seq)}::bigint[]) as done (event_id, seq)
      where outbox.event_id = done.event_id and exists (select 1 from unchanged)
      returning 1`;
    if (marked.length === 0) throw this.#changed();
  }

  /**
   * Marks a batch of lost events for publishing again, under a new transport id: the stream remembers the old ones even
   * after it lost their messages. The oldest go first. Returns how many; the repair has ended when none is left.
   */
  async markLost(): Promise<number> {
    const { repair } = this;
    if (!repair) return 0;
    // A sequence of the old stream may be in use in the new one too, so the next batch starts at the last one again.
    const row = await this.#db.one<{ value: string | null; rows: number }>`
      with batch as materialized (
        select event_id, stream_seq,
          published_at < ${repair.lostAt}::timestamptz and published_at > ${this.#oldest()} as is_lost
        from outbox
        where livemode = ${this.#livemode} and stream_seq between ${repair.fromSeq} and ${repair.throughSeq}
        order by stream_seq limit ${batchRows}),
      seen as materialized (
        select count(*) as rows, count(*) filter (where is_lost) as lost, max(stream_seq) as through from batch),
      changed as (
        update bus_state set value = case when seen.rows < ${batchRows} then value::jsonb - 'repair'
          else jsonb_set(value::jsonb, '{repair}', value::jsonb -> 'repair' ||
            jsonb_build_object('fromSeq', seen.through, 'rows', ${repair.rows}::bigint + seen.lost)) end
        from seen where name = ${this.#name} and value = ${this.#value}
        returning value),
      marked as (
        update outbox set published_at = null, stream_seq = null, epoch = epoch + 1
        where event_id in (select event_id from batch where is_lost) and exists (select 1 from changed)
        returning 1)
      select (select value from changed) as value, (select count(*) from marked) as rows`;
    if (!row?.value) throw this.#changed();
    this.#keep(row.value);
    return row.rows;
  }

  /** The published event with the highest sequence of those that are not to be published again. */
  async newest(): Promise<PublishedRow | undefined> {
    const { repair } = this;
    if (!repair) return this.below(Number.MAX_SAFE_INTEGER);
    const since = await this.#db.one<PublishedRow>`
      select event_id, epoch, stream_seq from (
        select event_id, epoch, stream_seq from outbox
        where livemode = ${this.#livemode} and published_at >= ${repair.lostAt}::timestamptz
        order by published_at desc limit ${newestRows}) as latest
      order by stream_seq desc limit 1`;
    return since ?? this.below(repair.lostFrom);
  }

  /** The published event with the highest sequence below `seq`. During a repair, `seq` is at most its first lost one. */
  below(seq: number): Promise<PublishedRow | undefined> {
    return this.#db.one<PublishedRow>`
      select event_id, epoch, stream_seq from outbox
      where livemode = ${this.#livemode} and stream_seq < ${seq} and published_at > ${this.#oldest()}
      order by stream_seq desc limit 1`;
  }

  /** What was older when the loss was found, or is older now, has left the stream by its age. */
  #oldest = () =>
    fragment`coalesce(${this.repair?.lostAt ?? null}::timestamptz, now()) - ${streamMaxAgeMs / 1000} * interval '1 second'`;

  /** The instant of a loss is taken under the row's lock: no other leader can record anything as published after it. */
  async #store(next: Unstored): Promise<void> {
    const row = await this.#db.one<{ value: string }>`
      with locked as materialized (select value from bus_state where name = ${this.#name} for update)
      insert into bus_state (name, value)
      select ${this.#name}, jsonb_set(${JSON.stringify(next)}::jsonb, '{repair,lostAt}', to_jsonb(
        interval '1 millisecond' + greatest(clock_timestamp(), (
          select max(published_at) from outbox where livemode = ${this.#livemode} and published_at is not null))))
      where (select value from locked) is not distinct from ${this.#value ?? null}
      on conflict (name) do update set value = excluded.value where bus_state.value = ${this.#value ?? null}
      returning value`;
    if (!row) throw this.#changed();
    this.#keep(row.value);
  }

  #keep(value: string | undefined): void {
    this.#value = value;
    this.#known = value === undefined ? undefined : (JSON.parse(value) as Known);
  }

  #changed = (): Error => new Error(`another leader has changed ${this.#name} in bus_state`);
}
