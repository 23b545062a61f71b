import type { Bus } from '../bus/bus.ts';
import { isStored, lastStored, type Places } from '../bus/last-stored.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SystemReader } from '../database/database.ts';
import { StreamRecord, type PublishedRow } from './stream-record.ts';

const checkEveryMs = 5_000;
const logEveryMs = 10_000;

/** A row that the stream has acknowledged. */
export interface Acknowledged {
  readonly eventId: string;
  readonly epoch: number;
  readonly seq: number;
  readonly duplicate: boolean;
}

/**
 * Compares one mode of the outbox with its stream, because the stream can lose what it acknowledged: its store deleted,
 * rolled back to an older copy, or its tail gone after a power cut. Lost events are published again: a marker in
 * `bus_state` is written first and removed last, so a repair that a crash interrupts is continued.
 */
export class OutboxGuard {
  readonly #bus: Bus;
  readonly #livemode: boolean;
  readonly #metrics: Metrics;
  readonly #record: StreamRecord;
  readonly #places: Places<PublishedRow>;
  #dueAt = 0;
  #loggedAt = 0;
  /** The newest message that is known to be stored. */
  #known: PublishedRow | undefined;

  constructor({ db, bus, metrics }: { db: SystemReader; bus: Bus; metrics: Metrics }, livemode: boolean) {
    this.#bus = bus;
    this.#livemode = livemode;
    this.#metrics = metrics;
    const record = new StreamRecord(db, livemode);
    this.#record = record;
    this.#places = {
      livemode,
      below: (seq) => record.below(seq),
      isOurs: ({ eventId, epoch }, msgId) => msgId === `${eventId}:${epoch}`,
    };
    metrics.add('mizan.outbox.republished', this.#labels, 0); // shown before the first loss
  }

  /** Whether lost events remain to be marked for publishing again. */
  get isRepairing(): boolean {
    return this.#record.repair !== undefined;
  }

  /** Requires a check before the next row is published. */
  due(): void {
    this.#dueAt = 0;
  }

  /** Starts as a new leader does: another may have repaired meanwhile what this one remembers. */
  forget(): void {
    this.#known = undefined;
    this.due();
  }

  /** Looks for lost events when a check is due. Must run before anything is published. */
  async check(): Promise<void> {
    if (Date.now() < this.#dueAt) return;
    await this.#record.read();
    const newest = await this.#record.newest();
    const { created } = await this.#bus.ensureStream(this.#livemode);
    if (this.#record.created !== created) await this.#changeStream(created, newest !== undefined);
    else await this.#compare(created, newest);
    this.#dueAt = Date.now() + checkEveryMs;
  }

  /**
   * Records rows as published. A fresh message at or below an earlier place means that the stream was rolled back:
   * nothing is recorded then, so that a check finds the loss among places of the time before it.
   */
  async published(rows: readonly Acknowledged[]): Promise<number> {
    const before = this.#known?.streamSeq ?? 0;
    if (rows.some(({ seq, duplicate }) => !duplicate && seq <= before)) {
      this.due();
      return 0;
    }
    await this.#record.markPublished(rows);
    for (const { eventId, epoch, seq } of rows)
      if (seq > (this.#known?.streamSeq ?? 0)) this.#known = { eventId, epoch, streamSeq: seq };
    return rows.length;
  }

  /** Marks a batch of lost events for publishing again. */
  async republishSome(): Promise<void> {
    const { repair } = this.#record;
    if (!repair) return;
    const rows = await this.#record.markLost();
    this.#metrics.add('mizan.outbox.republished', this.#labels, rows);
    if (this.isRepairing && Date.now() < this.#loggedAt + logEveryMs) return;
    this.#loggedAt = Date.now();
    const { fromSeq } = this.#record.repair ?? { fromSeq: repair.throughSeq };
    const line = { livemode: this.#livemode, rows: repair.rows + rows, fromSeq, throughSeq: repair.throughSeq };
    log.warn(line, this.isRepairing ? 'outbox.republishing' : 'outbox.republished');
  }

  get #labels() {
    return { 'mizan.livemode': String(this.#livemode) };
  }

  /** The stream is another one than events were published to, or none was. */
  async #changeStream(created: string, hasPublished: boolean): Promise<void> {
    this.#known = undefined;
    if (hasPublished || this.isRepairing) await this.#lose(created, 0);
    else await this.#record.follow(created);
  }

  /**
   * Compares the newest message, and the one that was the newest at the last check: others may have published so much
   * since a loss that our newest message is above it.
   */
  async #compare(created: string, newest: PublishedRow | undefined): Promise<void> {
    for (const row of [this.#known, newest]) {
      if (!row || (await isStored(this.#bus, this.#places, row))) continue;
      this.#known = undefined;
      const lost = this.#record.repair?.lostFrom ?? row.streamSeq;
      return this.#lose(created, (await lastStored(this.#bus, this.#places, lost)) + 1);
    }
    this.#known = newest;
  }

  async #lose(created: string, fromSeq: number): Promise<void> {
    const reason = this.#record.created === created ? 'tail_lost' : 'stream_recreated';
    await this.#record.lose(created, fromSeq, reason);
    this.#loggedAt = 0;
    log.warn({ livemode: this.#livemode, ...this.#record.repair }, 'outbox.lost');
  }
}
