import type { JsMsg } from '@nats-io/jetstream';
import type { Database } from '../database/database.ts';
import { isOutage, mayRunAgain } from '../database/postgres-errors.ts';
import { log } from '../telemetry/log.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { applyOnce, takeTogether } from './apply-once.ts';
import { parseEvent, type BusEvent, type Consumer } from './consumer.ts';
import { bury, reasonOf } from './dead-letters.ts';

const handlerRetryMs = [1_000, 5_000, 30_000, 120_000, 600_000]; // a bug may be fixed by a deployment meanwhile
const maxHandlerAttempts = 8;
const crashLoopDeliveries = 25; // high, because a restarted server also repeats what was acknowledged

/** Postgres is gone, going or busy with others: no fault of the event, so it never counts towards its death. */
const isTransient = (thrown: unknown): boolean => isOutage(thrown) || mayRunAgain(thrown);

interface Readable {
  readonly message: JsMsg;
  readonly event: BusEvent;
}

/**
 * Messages of one durable, oldest first. Those of one account and mode share a transaction, so that a burst costs few
 * commits; when one of them fails, each is tried again in a transaction of its own. Nothing is acknowledged before its
 * commit. Returns false when the database is unreachable and the caller should wait before it takes more.
 */
export async function handleMessages(
  db: Database,
  durable: string,
  consumer: Consumer,
  messages: readonly JsMsg[],
): Promise<boolean> {
  const readable: Readable[] = [];
  for (const message of messages) {
    try {
      readable.push({ message, event: parseEvent(message.string(), consumer.validates) });
    } catch (thrown) {
      await buryUnreadable(db, durable, message, thrown);
    }
  }
  const accounts = Map.groupBy(readable, ({ event: { scope } }) => `${scope.merchantId} ${scope.livemode}`);
  const outcomes = await Promise.all([...accounts.values()].map((group) => handleGroup(db, durable, consumer, group)));
  return !outcomes.includes(false);
}

async function handleGroup(
  db: Database,
  durable: string,
  consumer: Consumer,
  group: readonly Readable[],
): Promise<boolean> {
  const isSuspect = group.some(({ message }) => message.info.deliveryCount >= crashLoopDeliveries);
  if (group.length > 1 && !isSuspect) {
    const applied = await applyTogether(db, durable, consumer, group).catch((thrown: unknown) => {
      log.debug({ err: thrown, consumer: durable }, 'consumer.batch_failed');
      return false;
    });
    if (applied) return true;
  }
  for (const { message, event } of group) {
    const isReachable = await inWorkOf(event, durable, () => takeEffect(db, durable, consumer, message, event));
    if (!isReachable) return false; // the others come again when their acknowledgement is overdue
  }
  return true;
}

/** Inbox rows and effects of several events in one transaction. */
async function applyTogether(
  db: Database,
  durable: string,
  consumer: Consumer,
  group: readonly Readable[],
): Promise<boolean> {
  const startedAt = performance.now();
  const [{ event: first }] = group as [Readable];
  const newest = new Map(group.map(({ event, message }) => [event.id, { event, seq: message.seq }]));
  await db.transact(first.scope, async (tx) => {
    const fresh = await takeTogether(tx, durable, [...newest.values()]);
    const handle = (event: BusEvent) => inWorkOf(event, durable, () => consumer.handle(tx, event));
    if (consumer.isIndependent) await Promise.all(fresh.map(handle));
    else for (const event of fresh) await handle(event);
  });
  for (const { message } of group) message.ack();
  const line = { event: 'events.handled', consumer: durable, count: newest.size, merchantId: first.scope.merchantId };
  log.debug({ ...line, durationMs: performance.now() - startedAt });
  return true;
}

/** The work and span that an event's effect belongs to: those of the request that caused it. */
function inWorkOf<T>(event: BusEvent, durable: string, body: () => Promise<T>): Promise<T> {
  const parent = parseTraceparent(event.traceparent) ?? newWork(0);
  const work = { ...parent, requestId: event.requestId, idempotencyKey: event.idempotencyKey };
  const attributes = {
    'messaging.system': 'nats',
    'messaging.consumer.group.name': durable,
    'messaging.message.id': event.id,
  };
  return runWork(work, () => span(`process ${event.type}`, SpanKind.CONSUMER, attributes, body));
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

async function countFailure(
  db: Database,
  durable: string,
  message: JsMsg,
  event: BusEvent,
  thrown: unknown,
): Promise<void> {
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
