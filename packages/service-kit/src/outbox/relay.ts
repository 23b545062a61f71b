import { setTimeout as wait } from 'node:timers/promises';
import { currentWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { OutboxGuard } from './outbox-guard.ts';

const batchRows = 200; // beyond it a batch costs memory and gains nothing (measured: 18.5k/s at 100, 21.5k/s at 500)
const batchBytes = 8 * 1024 ** 2; // payloads in memory at a time, however large the events of a backlog are
const inFlightMax = 64;
const parkMs = { first: 1_000, longest: 5 * 60_000 }; // how long an object waits after the bus refused its event
const gatherMs = 4;
const activePollMs = 25;
const idlePollMs = 250;

interface Row {
  id: number;
  eventId: string;
  merchantId: string;
  livemode: boolean;
  type: string;
  aggregateId: string;
  payload: string;
  epoch: number;
  /** How many rows the query found, before its limit of bytes. */
  found: number;
}

interface PublishedRow {
  readonly id: number;
  readonly seq: number;
  readonly duplicate: boolean;
}

/**
 * Carries committed outbox rows to the stream, in order per object and at least once. It selects rows that were not
 * published, never rows after a cursor: numbers are assigned before the commit, so a cursor would skip slow writers.
 *
 * Only the service's leader runs it. Dying between publishing and marking is harmless: the transport id makes the
 * stream drop the repeat, and behind it every consumer's inbox does.
 */
export class Relay {
  readonly #db: SystemReader;
  readonly #bus: Bus;
  readonly #guard: OutboxGuard;
  readonly #metrics: Metrics;
  /** Objects whose next event the bus refused: those behind it are published meanwhile. */
  readonly #parked = new Map<string, { until: number; refusals: number }>();
  #wake: (() => void) | undefined;
  #nudged = false;

  constructor(db: SystemReader, bus: Bus, metrics: Metrics) {
    this.#db = db;
    this.#metrics = metrics;
    this.#bus = bus;
    this.#guard = new OutboxGuard(db, bus, metrics);
    bus.onUp(() => {
      this.#guard.due();
      this.#parked.clear();
    });
  }

  /** Wakes the relay: there may be something to publish. */
  nudge(): void {
    this.#nudged = true;
    this.#wake?.();
  }

  /** Publishes until `signal` aborts; the caller holds the leadership. */
  async run(signal: AbortSignal): Promise<void> {
    this.#guard.due(); // a new leader checks everything
    let delayMs = activePollMs;
    while (!signal.aborted) {
      const { published, isMore } = await this.pass().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox.pass_failed');
        return { published: 0, isMore: false };
      });
      if (isMore) continue;
      if (published > 0) {
        // Under load a short pause batches what commits during it; an event after a quiet moment goes at once.
        await wait(gatherMs);
        delayMs = activePollMs;
      }
      await this.#rest(delayMs, signal);
      delayMs = Math.min(delayMs * 2, idlePollMs);
    }
  }

  /** One batch: how many rows reached the stream, and whether there is something for the next pass already. */
  async pass(): Promise<{ published: number; isMore: boolean }> {
    if (!this.#bus.isUp) return { published: 0, isMore: false };
    await this.#guard.check();
    this.#nudged = false;
    const rows = await this.#unpublished();
    const { published, refused } = await this.#publish(rows);
    if (published.length > 0) {
      await this.#db.sql`
        update outbox set published_at = now(), stream_seq = done.seq
        from unnest(${published.map((row) => row.id)}::bigint[], ${published.map((row) => row.seq)}::bigint[]) as done (id, seq)
        where outbox.id = done.id`;
      this.#guard.published(published);
      this.#metrics.add('mizan.outbox.published', {}, published.length);
    }
    this.#park(refused, published.length > 0);
    const isBatchFull = rows.length === batchRows || rows.length < (rows[0]?.found ?? 0);
    const isMore = isBatchFull ? published.length > 0 : await this.#guard.markLost();
    return { published: published.length, isMore };
  }

  /** The oldest rows that wait and are not parked, as many as fit a batch. */
  #unpublished(): Promise<Row[]> {
    const now = Date.now();
    const parked = [...this.#parked].flatMap(([aggregateId, { until }]) => (until > now ? [aggregateId] : []));
    return this.#db.sql<Row>`
      select id, event_id, merchant_id, livemode, type, aggregate_id, payload, epoch, found
      from (
        select *, sum(octet_length(payload)) over (order by id) as bytes_so_far, count(*) over () as found
        from (
          select id, event_id, merchant_id, livemode, type, aggregate_id, payload, epoch from outbox
          where published_at is null and aggregate_id <> all(${parked}::text[]) order by id limit ${batchRows}) oldest) sized
      where bytes_so_far <= ${batchBytes} order by id`;
  }

  /**
   * Lets an object wait whose event the bus refused, so that events which can never be published do not make up every
   * batch. When nothing at all was published the bus itself is the likely cause, and the wait stays short.
   */
  #park(refused: readonly string[], isBusAccepting: boolean): void {
    for (const [aggregateId, { until, refusals }] of this.#parked)
      if (refusals === 0 && until < Date.now()) this.#parked.delete(aggregateId);
    for (const aggregateId of refused) {
      const refusals = isBusAccepting ? (this.#parked.get(aggregateId)?.refusals ?? 0) + 1 : 0;
      const ms = Math.min(parkMs.first * 2 ** refusals, parkMs.longest);
      this.#parked.set(aggregateId, { until: Date.now() + ms, refusals });
    }
  }

  /** Never two rows of one object in flight, so that a row whose answer timed out cannot be overtaken by its successor. */
  async #publish(rows: readonly Row[]): Promise<{ published: PublishedRow[]; refused: string[] }> {
    const lanes = [...Map.groupBy(rows, (row) => row.aggregateId)];
    const published: PublishedRow[] = [];
    const refused: string[] = [];
    const worker = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        const [aggregateId, ofObject] = lane;
        for (const row of ofObject) {
          const ack = await this.#publishOne(row);
          if (!ack) {
            refused.push(aggregateId);
            break;
          }
          this.#parked.delete(aggregateId);
          published.push({ id: row.id, ...ack });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(inFlightMax, lanes.length) }, worker));
    return { published, refused };
  }

  async #publishOne(row: Row): Promise<{ seq: number; duplicate: boolean } | undefined> {
    const msgId = `${row.eventId}:${row.epoch}`;
    try {
      const subject = this.#bus.subject(row);
      const ack = await this.#traced(row, () => this.#bus.publish(subject, row.payload, msgId));
      // The stream remembers ids of messages that it has lost: a duplicate counts only if the message is stored.
      if (ack.duplicate && (await this.#bus.messageAt(ack.seq))?.msgId !== msgId) {
        await this.#db.sql`update outbox set epoch = epoch + 1 where id = ${row.id}`;
        return await this.#publishOne({ ...row, epoch: row.epoch + 1 });
      }
      return { seq: ack.seq, duplicate: ack.duplicate };
    } catch (thrown) {
      log.warn({ err: thrown, eventId: row.eventId }, 'outbox.publish_failed');
      this.#guard.due();
      return undefined;
    }
  }

  /** Publishing belongs to the trace of the request that wrote the row, as long as that one is sampled. */
  async #traced<T>(row: Row, body: () => Promise<T>): Promise<T> {
    const carried = /"traceparent":"([0-9a-f-]{55})"/.exec(row.payload.slice(0, 1_000))?.[1];
    const parent = carried?.endsWith('-01') ? parseTraceparent(carried) : undefined;
    if (!parent) return body();
    const attributes = { 'messaging.system': 'nats', 'messaging.message.id': row.eventId };
    return runWork({ ...parent, requestId: undefined, idempotencyKey: currentWork()?.idempotencyKey }, () =>
      span({ name: `publish ${row.type}`, kind: SpanKind.PRODUCER, attributes }, body),
    );
  }

  async #rest(delayMs: number, signal: AbortSignal): Promise<void> {
    if (this.#nudged && this.#bus.isUp) return;
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
