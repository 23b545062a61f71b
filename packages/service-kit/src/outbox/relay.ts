import { setTimeout as wait } from 'node:timers/promises';
import { currentWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus } from '../bus/bus.ts';
import type { SystemReader } from '../database/database.ts';
import { OutboxGuard } from './outbox-guard.ts';

const batchRows = 200; // beyond it a batch costs memory and gains nothing (measured: 18.5k/s at 100, 21.5k/s at 500)
const inFlightMax = 64;
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
  #wake: (() => void) | undefined;
  #nudged = false;

  constructor(db: SystemReader, bus: Bus, metrics: Metrics) {
    this.#db = db;
    this.#metrics = metrics;
    this.#bus = bus;
    this.#guard = new OutboxGuard(db, bus);
    bus.onUp(() => this.#guard.due());
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
      const published = await this.pass().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox.pass_failed');
        return 0;
      });
      if (published === batchRows) continue;
      if (published > 0) {
        // Under load a short pause batches what commits during it; an event after a quiet moment goes at once.
        await wait(gatherMs);
        delayMs = activePollMs;
      }
      await this.#rest(delayMs, signal);
      delayMs = Math.min(delayMs * 2, idlePollMs);
    }
  }

  /** One batch; returns how many rows reached the stream. */
  async pass(): Promise<number> {
    if (!this.#bus.isUp) return 0;
    await this.#guard.check();
    this.#nudged = false;
    const rows = await this.#db.sql<Row>`
      select id, event_id, merchant_id, livemode, type, aggregate_id, payload, epoch
      from outbox where published_at is null order by id limit ${batchRows}`;
    if (rows.length === 0) return 0;
    const published = await this.#publish(rows);
    if (published.length > 0) {
      await this.#db.sql`
        update outbox set published_at = now(), stream_seq = done.seq
        from unnest(${published.map((row) => row.id)}::bigint[], ${published.map((row) => row.seq)}::bigint[]) as done (id, seq)
        where outbox.id = done.id`;
      this.#guard.published(published);
      this.#metrics.add('mizan.outbox.published', {}, published.length);
    }
    return published.length;
  }

  /** Never two rows of one object in flight, so that a row whose answer timed out cannot be overtaken by its successor. */
  async #publish(rows: readonly Row[]) {
    const lanes = [...Map.groupBy(rows, (row) => row.aggregateId).values()];
    const published: { id: number; seq: number; duplicate: boolean }[] = [];
    const worker = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        for (const row of lane) {
          const ack = await this.#publishOne(row);
          if (!ack) break;
          published.push({ id: row.id, ...ack });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(inFlightMax, lanes.length) }, worker));
    return published;
  }

  async #publishOne(row: Row): Promise<{ seq: number; duplicate: boolean } | undefined> {
    const msgId = `${row.eventId}:${row.epoch}`;
    try {
      const subject = this.#bus.subject(row);
      const ack = await this.#traced(row, () => this.#bus.publish(subject, row.payload, msgId));
      // The stream remembers ids of messages that it has lost: a duplicate counts only if the message is stored.
      if (ack.duplicate && (await this.#bus.messageAt(ack.seq))?.msgId !== msgId) {
        await this.#db.sql`update outbox set epoch = epoch + 1 where id = ${row.id}`;
        return undefined;
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
