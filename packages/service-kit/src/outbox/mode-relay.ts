import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '../bus/bus.ts';
import { concernsOneMessage } from '../bus/concerns-one-message.ts';
import type { SystemReader } from '../database/database.ts';
import { log } from '../telemetry/log.ts';
import { unpackText } from '../packed-text.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { currentWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { OutboxGuard, type Acknowledged } from './outbox-guard.ts';
import { ParkedObjects } from './parked-objects.ts';

const batchRows = 200; // beyond it a batch costs memory and gains nothing (measured: 18.5k/s at 100, 21.5k/s at 500)
const batchBytes = 8 * 1024 ** 2; // held in memory, in both modes at once
const probeRows = 8; // tried while the bus refuses everything
const inFlightMax = 64;
const gatherMs = 10;
const activePollMs = 25;
const idlePollMs = 250;
const blockedMinMs = 250;
const blockedMaxMs = 2_000;
const publishedPerLostBatch = 20_000; // while new events never stop, lost ones take a tenth of what is published

interface Row {
  eventId: string;
  merchantId: string;
  livemode: boolean;
  type: string;
  aggregateId: string;
  /** As text, or as `packText` made it: in batches the bound is of what the rows hold. */
  payload: string | null;
  packed: Buffer | null;
  epoch: number;
}

/** A row that did not reach the stream. */
interface Refused {
  readonly row: Row;
  /** Whether the bus refused this row and would accept others. */
  readonly isAlone: boolean;
}

/** How a batch ended. */
interface Pass {
  readonly published: number;
  /** Whether something waits that could be published at once. */
  readonly hasMore: boolean;
  /** Whether the bus is full or does not answer, or too many objects are parked. */
  readonly isBlocked: boolean;
}

const nothing: Pass = { published: 0, hasMore: false, isBlocked: false };

/** What is published; undefined for a form of a newer version, whose leader will publish it. */
function textOf({ eventId, payload, packed }: Row): string | undefined {
  if (packed === null) return payload ?? undefined;
  try {
    return unpackText(packed);
  } catch (thrown) {
    log.error({ err: thrown, eventId }, 'outbox.unreadable');
    return undefined;
  }
}

/** What a relay works with. */
export interface RelayParts {
  readonly db: SystemReader;
  readonly bus: Bus;
  readonly metrics: Metrics;
}

/** Carries the rows of one mode, with guard, pauses and parked objects of its own: the other mode's stream may be full. */
export class ModeRelay {
  readonly #db: SystemReader;
  readonly #bus: Bus;
  readonly #metrics: Metrics;
  readonly #livemode: boolean;
  readonly #guard: OutboxGuard;
  readonly #parked = new ParkedObjects();
  #wake: (() => void) | undefined;
  #isNudged = false;
  #blockedMs = 0;
  #publishedSinceLost = 0;

  constructor(parts: RelayParts, livemode: boolean) {
    this.#db = parts.db;
    this.#bus = parts.bus;
    this.#metrics = parts.metrics;
    this.#livemode = livemode;
    this.#guard = new OutboxGuard(parts, livemode);
    parts.bus.onUp(() => {
      this.#guard.due();
      this.#blockedMs = 0;
      this.#parked.clear();
      this.#wake?.();
    });
  }

  /** Number of objects whose events wait because the bus refused one. */
  get parked(): number {
    return this.#parked.count;
  }

  /** Wakes the relay, unless it waits for a bus that refuses everything. */
  nudge(): void {
    this.#isNudged = true;
    if (this.#blockedMs === 0) this.#wake?.();
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#guard.forget(); // a new leader checks everything
    let delayMs = activePollMs;
    while (!signal.aborted) {
      const { published, hasMore, isBlocked } = await this.pass().catch((error: unknown) => {
        log.warn({ err: error, livemode: this.#livemode }, 'outbox.pass_failed');
        this.#guard.due();
        return { ...nothing, isBlocked: true };
      });
      this.#blockedMs = isBlocked ? Math.min(Math.max(this.#blockedMs * 2, blockedMinMs), blockedMaxMs) : 0;
      if (hasMore) continue;
      if (published > 0) {
        // Under load a short pause batches what commits during it; an event after a quiet moment goes at once.
        await wait(gatherMs);
        delayMs = activePollMs;
      }
      await this.#rest(isBlocked ? this.#blockedMs : delayMs, signal);
      delayMs = Math.min(delayMs * 2, idlePollMs);
    }
    this.#guard.forget(); // for the last pass of a process that stops, which may lead no more
  }

  /** One batch. */
  async pass(): Promise<Pass> {
    if (!this.#bus.isUp) return nothing;
    await this.#guard.check();
    this.#isNudged = false;
    const { rows, hasMore } = await this.#waiting();
    const { published, refused } = await this.#publish(rows);
    const alone = refused.filter(({ isAlone }) => isAlone);
    if (!this.#park(alone) || alone.length < refused.length) return { published, hasMore: false, isBlocked: true };
    const isDrained = !hasMore && published === rows.length;
    this.#publishedSinceLost += published;
    // Lost events follow when nothing else waits, however slow the bus is; new ones come behind one batch of them.
    if (this.#guard.isRepairing && (isDrained || this.#publishedSinceLost >= publishedPerLostBatch)) {
      await this.#guard.republishSome();
      this.#publishedSinceLost = 0;
      return { published, hasMore: true, isBlocked: false };
    }
    return { published, hasMore: hasMore || refused.length > 0, isBlocked: false };
  }

  /** False when too many objects are parked. */
  #park = (refused: readonly Refused[]): boolean =>
    refused.filter(({ row }) => !this.#parked.add(row.aggregateId)).length === 0;

  /** The oldest rows that may be published: at most 200 and 8 MiB, but always one. */
  async #waiting(): Promise<{ rows: Row[]; hasMore: boolean }> {
    const limit = this.#blockedMs > 0 ? probeRows : batchRows;
    const rows = await this.#db.sql<Row & { candidates: number }>`
      select event_id, merchant_id, livemode, type, aggregate_id, payload, packed, epoch, candidates::int from (
        select *, count(*) over () as candidates, sum(size) over (order by id) as bytes from (
          select id, event_id, merchant_id, livemode, type, aggregate_id, payload, packed, epoch,
            coalesce(octet_length(payload), octet_length(packed)) as size
          from outbox
          where livemode = ${this.#livemode} and published_at is null
            and aggregate_id <> all (${this.#parked.waiting()}::text[])
          order by id limit ${limit}) as oldest) as sized
      where bytes <= ${batchBytes} or bytes = size
      order by id`;
    return { rows, hasMore: rows.length === limit || rows.length < (rows[0]?.candidates ?? 0) };
  }

  /** Never two rows of one object in flight, so that a row whose answer timed out cannot be overtaken by its successor. */
  async #publish(rows: readonly Row[]): Promise<{ published: number; refused: Refused[] }> {
    const lanes = [...Map.groupBy(rows, (row) => row.aggregateId).values()];
    const acknowledged: Acknowledged[] = [];
    const refused: Refused[] = [];
    const worker = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        for (const row of lane) {
          const answer = await this.#publishOne(row);
          if ('isAlone' in answer) {
            refused.push(answer);
            break;
          }
          acknowledged.push(answer);
          this.#parked.delete(row.aggregateId);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(inFlightMax, lanes.length) }, worker));
    if (acknowledged.length === 0) return { published: 0, refused };
    const published = await this.#guard.published(acknowledged);
    this.#metrics.add('mizan.outbox.published', {}, published);
    return { published, refused };
  }

  async #publishOne(row: Row): Promise<Acknowledged | Refused> {
    const msgId = `${row.eventId}:${row.epoch}`;
    const text = textOf(row);
    if (text === undefined) return { row, isAlone: true };
    try {
      const ack = await this.#traced(row, text, () => this.#bus.publish(row, text, msgId));
      // The stream remembers ids of messages that it has lost: a duplicate counts only if the message is stored.
      const { livemode } = row;
      if (ack.duplicate && (await this.#bus.messageAt({ livemode, seq: ack.seq }))?.msgId !== msgId) {
        await this.#db
          .sql`update outbox set epoch = epoch + 1 where event_id = ${row.eventId} and epoch = ${row.epoch}`;
        return { row, isAlone: true };
      }
      return { eventId: row.eventId, epoch: row.epoch, seq: ack.seq, duplicate: ack.duplicate };
    } catch (thrown) {
      log.warn({ err: thrown, eventId: row.eventId }, 'outbox.publish_failed');
      this.#guard.due();
      return { row, isAlone: concernsOneMessage(thrown) };
    }
  }

  /** Publishing belongs to the trace of the request that wrote the row, as long as that one is sampled. */
  async #traced<T>(row: Row, text: string, body: () => Promise<T>): Promise<T> {
    const carried = /"traceparent":"([0-9a-f-]{55})"/.exec(text.slice(0, 1_000))?.[1];
    const parent = carried?.endsWith('-01') ? parseTraceparent(carried) : undefined;
    if (!parent) return body();
    const attributes = { 'messaging.system': 'nats', 'messaging.message.id': row.eventId };
    return runWork({ ...parent, requestId: undefined, idempotencyKey: currentWork()?.idempotencyKey }, () =>
      span({ name: `publish ${row.type}`, kind: SpanKind.PRODUCER, attributes }, body),
    );
  }

  async #rest(delayMs: number, signal: AbortSignal): Promise<void> {
    if (this.#isNudged && this.#blockedMs === 0 && this.#bus.isUp) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, delayMs);
      signal.addEventListener('abort', done);
      this.#wake = done;
    });
  }
}
