import type { JsMsg } from '@nats-io/jetstream';
import type { Database } from '../database/database.ts';
import { isOutage, mayRunAgain } from '../database/postgres-errors.ts';
import { log } from '../telemetry/log.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { applyOnce } from './apply-once.ts';
import { parseEvent, type BusEvent, type Consumer } from './consumer.ts';
import { bury, reasonOf } from './dead-letters.ts';

const handlerRetryMs = [1_000, 5_000, 30_000, 120_000, 600_000]; // a bug may be fixed by a deployment meanwhile
const maxHandlerAttempts = 8;
const crashLoopDeliveries = 25; // high, because a restarted server also repeats what was acknowledged

/** Postgres is gone, going or busy with others: no fault of the event, so it never counts towards its death. */
const isTransient = (thrown: unknown): boolean => isOutage(thrown) || mayRunAgain(thrown);

/**
 * One message of one durable: inbox row and effect in a transaction, acknowledged only after the commit. Returns false
 * when the database is unreachable and the caller should wait before it takes more.
 */
export async function handleMessage(
  db: Database,
  durable: string,
  consumer: Consumer,
  message: JsMsg,
): Promise<boolean> {
  let event: BusEvent;
  try {
    event = parseEvent(message.string(), consumer.validates);
  } catch (thrown) {
    await buryUnreadable(db, durable, message, thrown);
    return true;
  }
  const parent = parseTraceparent(event.traceparent) ?? newWork(0);
  const work = { ...parent, requestId: event.requestId, idempotencyKey: event.idempotencyKey };
  return runWork(work, () =>
    span(
      `process ${event.type}`,
      SpanKind.CONSUMER,
      { 'messaging.system': 'nats', 'messaging.consumer.group.name': durable, 'messaging.message.id': event.id },
      () => takeEffect(db, durable, consumer, message, event),
    ),
  );
}

async function takeEffect(
  db: Database,
  durable: string,
  consumer: Consumer,
  message: JsMsg,
  event: BusEvent,
): Promise<boolean> {
  const startedAt = performance.now();
  const line = {
    event: 'event.handled',
    consumer: durable,
    eventId: event.id,
    type: event.type,
    merchantId: event.scope.merchantId,
  };
  try {
    if (message.info.deliveryCount >= crashLoopDeliveries && (await killsItsHandler(db, durable, event.id))) {
      await bury(db, durable, message, event.id, 'crash loop: delivered again and again without ever failing in order');
      return true;
    }
    const fresh = await applyOnce(db, durable, consumer, event, message.seq);
    message.ack();
    log.debug({ ...line, outcome: fresh ? 'applied' : 'repeat', durationMs: performance.now() - startedAt });
    return true;
  } catch (thrown) {
    if (isTransient(thrown) || !(await db.isReachable())) {
      message.nak(handlerRetryMs[0]);
      log.warn({ ...line, outcome: 'postponed', err: thrown });
      return false;
    }
    await countFailure(db, durable, message, event, thrown);
    return true;
  }
}

async function countFailure(db: Database, durable: string, message: JsMsg, event: BusEvent, thrown: unknown): Promise<void> {
  const reason = reasonOf(thrown);
  const row = await db.system.one<{ attempts: number }>`
    insert into consumer_failures (consumer, event_id, attempts, last_error) values (${durable}, ${event.id}, 1, ${reason})
    on conflict (consumer, event_id) do update
      set attempts = consumer_failures.attempts + 1, last_error = excluded.last_error, failed_at = now()
    returning attempts`;
  const attempts = row?.attempts ?? 1;
  log.error({ event: 'event.failed', consumer: durable, eventId: event.id, type: event.type, attempts, err: thrown });
  if (attempts >= maxHandlerAttempts) return bury(db, durable, message, event.id, reason);
  message.nak(handlerRetryMs[Math.min(attempts, handlerRetryMs.length) - 1]);
}

/** Whether nothing explains why it is delivered so often: it never took effect and never failed in order. */
async function killsItsHandler(db: Database, durable: string, eventId: string): Promise<boolean> {
  const known = await db.system.one`
    select 1 from inbox where consumer = ${durable} and event_id = ${eventId}
    union all select 1 from consumer_failures where consumer = ${durable} and event_id = ${eventId}`;
  return known === undefined;
}

async function buryUnreadable(db: Database, durable: string, message: JsMsg, thrown: unknown): Promise<void> {
  const eventId = message.headers?.get('Nats-Msg-Id') || `seq:${message.seq}`;
  await bury(db, durable, message, eventId, reasonOf(thrown)).catch((error: unknown) => {
    log.warn({ err: error }, 'event.bury_failed');
    message.nak(handlerRetryMs[0]);
  });
}
