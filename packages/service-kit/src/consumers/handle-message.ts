import type { JsMsg } from '@nats-io/jetstream';
import type { Tx } from '../database/database.ts';
import { isTimedOut, isOutage, mayRunAgain } from '../database/postgres-errors.ts';
import { isSiblingOverloaded } from '../overload.ts';
import { log } from '../telemetry/log.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { applyOnce, applyParts, handleFresh, keepPlace, takeTogether, type DurableConsumer } from './apply-once.ts';
import { inPatience } from './aside.ts';
import { attemptsOf, forgetFailures, noteFailure, noteStart, undoStart } from './attempts.ts';
import { delayOf, wasDelivered, type Batch, type NoteOutcome, type Readable, type StreamConsumer } from './batch.ts';
import type { BusEvent } from './consumer.ts';
import { bury, reasonOf } from './dead-letters.ts';
import { readMessages } from './read-messages.ts';

const handlerRetryMs = [1_000, 5_000, 30_000, 120_000, 600_000]; // a bug may be fixed by a deployment meanwhile
const outageRetryMs = 1_000;
const maxHandlerAttempts = 8;
const postponedMaxMs = 24 * 3600_000; // what waits keeps the stream from being purged
/** Events of one account that wait for locks in vain before the rest of a batch no longer tries: seconds each, for everybody. */
const maxWaitsInVain = 2;
const suspectDeliveries = 3; // twice without an answer: a crash, or a server that was restarted

/** Postgres is down, stopping or overloaded: no fault of the event, so it does not count as one of its attempts. */
const isTransient = (thrown: unknown): boolean => isOutage(thrown) || mayRunAgain(thrown);

/** A lock was not free in time, or a sibling service is overloaded: the event is tried again for a day. */
const isBlocked = (thrown: unknown): boolean => isTimedOut(thrown) || isSiblingOverloaded(thrown);

/**
 * Messages of one durable, oldest first. They share a transaction, so that a burst costs few commits, also one of many
 * accounts. When one of them fails, those of each account are tried together, and where one fails again, each by itself. An
 * account that takes long is left aside. What was delivered before without an answer may kill its process, so it runs alone
 * and last. What needs nothing done is acknowledged without a trace, anything else after its commit. Returns false when the
 * database is unreachable and the caller should wait before it takes more.
 */
export async function handleMessages(
  durable: StreamConsumer,
  messages: readonly JsMsg[],
  note: NoteOutcome = () => undefined,
): Promise<boolean> {
  const batch: Batch = { ...durable, note };
  const readable = await readMessages(batch, messages);
  const concerning = await acknowledgeRest(batch, readable);
  const isSuspect = ({ message }: Readable): boolean => message.info.deliveryCount >= suspectDeliveries;
  let isReachable = true;
  const ordinary = concerning.filter((each) => !isSuspect(each));
  for (const group of apartFromPrepared(durable, ordinary)) {
    const own = group.filter((each) => !batch.aside?.holdsBack(accountOf(each), each.message)); // of what it left before
    isReachable = ((await tryTogether(batch, own)) || (await handleByAccount(batch, own))) && isReachable;
  }
  const suspects = concerning.filter((each) => isSuspect(each) && !batch.aside?.holdsBack(allSuspects, each.message));
  if (suspects.length === 0) return isReachable;
  const alone = { key: allSuspects, messages: messagesOf(suspects), work: () => handleSuspects(batch, suspects) };
  return (await inPatience(batch.aside, [alone])) && isReachable;
}

const messagesOf = (readable: readonly Readable[]): JsMsg[] => readable.map(({ message }) => message);
const accountOf = ({ event }: Readable): string => event.scope.merchantId;
/** They run one after the other, whosever they are. */
const allSuspects = 'suspects';

/** In their order: those that are prepared each by itself, and what lies between them together. */
function apartFromPrepared({ consumer }: DurableConsumer, messages: readonly Readable[]): readonly Readable[][] {
  const groups: Readable[][] = [];
  for (const [i, each] of messages.entries()) {
    const previous = messages[i - 1];
    const isApart = !previous || [previous, each].some(({ event }) => consumer.isPrepared(event));
    if (isApart) groups.push([each]);
    else groups.at(-1)?.push(each);
  }
  return groups;
}

/**
 * Acknowledges the events for which nothing is to be done. Returns the others, and all that were delivered before. The newest
 * message of a batch leaves its place in any case: by it the watchdog finds out what the stream has lost.
 */
async function acknowledgeRest(batch: Batch, readable: readonly Readable[]): Promise<readonly Readable[]> {
  const { consumer, db, note } = batch;
  const first = readable.filter(({ message }) => !wasDelivered(message)).map(({ event }) => event);
  const concerning = new Set(await consumer.concerning(db.system, first).catch(() => first)); // the database may be away
  const rest = readable.filter(({ event, message }) => !wasDelivered(message) && !concerning.has(event));
  const [newest] = readable.toSorted((one, other) => other.message.seq - one.message.seq);
  if (newest && rest.includes(newest)) await keepPlace(db, batch, { event: newest.event, seq: newest.message.seq });
  for (const { message } of rest) message.ack();
  if (rest.length > 0) note('handled', rest.length);
  return readable.filter((each) => !rest.includes(each));
}

async function handleByAccount(batch: Batch, messages: readonly Readable[]): Promise<boolean> {
  const groups = byAccount(messages, ({ event }) => event);
  const isAlone = groups.length === 1; // it was tried already
  return inPatience(
    batch.aside,
    groups.map((group) => ({
      key: accountOf(group[0] as Readable),
      messages: messagesOf(group),
      work: async () => (!isAlone && (await tryTogether(batch, group))) || oneByOne(batch, group, false),
    })),
  );
}

/** In the order of accounts, so that two transactions of several accounts do not wait for each other. */
const byAccount = <T>(all: readonly T[], eventOf: (each: T) => BusEvent): (readonly T[])[] =>
  [...Map.groupBy(all, (each) => eventOf(each).scope.merchantId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group);

/** False when nothing of it happened. */
async function tryTogether(batch: Batch, messages: readonly Readable[]): Promise<boolean> {
  if (messages.length < 2) return messages.length === 0;
  return applyTogether(batch, messages).then(
    () => true,
    (thrown: unknown) => {
      log.debug({ err: thrown, consumer: batch.durable }, 'consumer.batch_failed');
      return false;
    },
  );
}

/** Those started least often first, so that one that kills its process again and again holds up no other. */
async function handleSuspects(batch: Batch, suspects: readonly Readable[]): Promise<boolean> {
  const ids = suspects.map(({ event }) => event.id);
  const attempts = await attemptsOf(batch.db, batch.durable, ids);
  const starts = ({ event }: Readable): number => attempts.get(event.id) ?? 0;
  const leastFirst = suspects.toSorted((one, other) => starts(one) - starts(other));
  return oneByOne(batch, leastFirst, true);
}

async function oneByOne(batch: Batch, messages: readonly Readable[], areSuspect: boolean): Promise<boolean> {
  const waitsInVain = new Map<string, number>();
  for (const [i, { message, event }] of messages.entries()) {
    const { merchantId } = event.scope;
    const waited = waitsInVain.get(merchantId) ?? 0;
    if (waited === maxWaitsInVain) {
      message.nak(outageRetryMs);
      continue;
    }
    const end = await inWorkOf(event, batch.durable, () => takeEffect(batch, { message, event }, areSuspect));
    if (end === 'locked') waitsInVain.set(merchantId, waited + 1);
    if (end !== 'unreachable') continue;
    for (const rest of messages.slice(i + 1)) rest.message.nak(outageRetryMs);
    return false;
  }
  return true;
}

/** Inbox rows and effects of several events in one transaction. */
async function applyTogether(batch: Batch, messages: readonly Readable[]): Promise<void> {
  const { db, durable, note } = batch;
  const startedAt = performance.now();
  const newest = new Map(messages.map(({ event, message }) => [event.id, { event, seq: message.seq }]));
  const repeated = messages.filter(({ message }) => wasDelivered(message)).map(({ event }) => event.id);
  await db.transactTogether(async (as) => {
    const [{ event: first }] = messages as [Readable];
    const fresh = await takeTogether(as(first.scope), batch, [...newest.values()]);
    for (const events of byAccount(fresh, (event) => event)) {
      const [{ scope }] = events as [BusEvent];
      const areRepeated = repeated.length > 0;
      await handleFresh(batch, as(scope), {
        events,
        areRepeated,
        inWorkOf: (event, body) => inWorkOf(event, durable, body),
      });
    }
    if (repeated.length > 0) await forgetFailures(as(first.scope), durable, repeated);
  });
  for (const { message } of messages) message.ack();
  note('handled', messages.length);
  const durationMs = performance.now() - startedAt;
  log.debug({ event: 'events.handled', consumer: durable, count: newest.size, durationMs });
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
  return runWork(work, () => span({ name: `process ${event.type}`, kind: SpanKind.CONSUMER, attributes }, body));
}

/** How an event ended for its batch: also when its handler failed; Postgres is away; or locks were waited for in vain. */
type End = 'done' | 'unreachable' | 'locked';

async function takeEffect(batch: Batch, { message, event }: Readable, isSuspect: boolean): Promise<End> {
  const { db, durable, note } = batch;
  const startedAt = performance.now();
  const about = { consumer: durable, eventId: event.id, type: event.type, merchantId: event.scope.merchantId };
  const line = { event: 'event.handled', ...about };
  const failing = { id: event.id, livemode: event.scope.livemode };
  let isNoted = false;
  try {
    if (isSuspect) {
      const { attempts, lastError } = await noteStart(db, durable, failing);
      isNoted = true;
      if (attempts > maxHandlerAttempts) {
        await bury(batch, message, { eventId: event.id, reason: `crash loop: ${lastError}` });
        note('dead_lettered', 1);
        return 'done';
      }
      await applyParts(batch, event, { streamSeq: message.seq, first: attempts });
    }
    const isRepeated = wasDelivered(message);
    const also = isRepeated ? (tx: Tx) => forgetFailures(tx, durable, [event.id]) : undefined;
    const fresh = await applyOnce(batch, event, { streamSeq: message.seq, isRepeated, ...(also && { also }) });
    message.ack();
    note('handled', 1);
    log.debug({ ...line, outcome: fresh ? 'applied' : 'repeat', durationMs: performance.now() - startedAt });
    return 'done';
  } catch (thrown) {
    if (isTransient(thrown) || !(await db.isReachable())) {
      if (isNoted) await undoStart(db, durable, event.id).catch(() => 'the outage goes on');
      message.nak(outageRetryMs);
      note('postponed', 1);
      log.warn({ ...line, outcome: 'postponed', err: thrown });
      return 'unreachable';
    }
    if (isBlocked(thrown)) {
      if (isNoted) await undoStart(db, durable, event.id);
      if (isPostponedTooLong(message)) {
        await bury(batch, message, { eventId: event.id, reason: reasonOf(thrown) });
        note('dead_lettered', 1);
        return 'done';
      }
      message.nak(delayOf(handlerRetryMs, message.info.deliveryCount));
      note('postponed', 1);
      log.warn({ ...line, outcome: 'postponed', err: thrown });
      return 'locked';
    }
    if (!isSuspect) await applyParts(batch, event, { streamSeq: message.seq }).catch(() => 'the failure is known');
    const reason = reasonOf(thrown);
    const attempts = await noteFailure(db, durable, { event: failing, reason, isNoted });
    log.error({ event: 'event.failed', ...about, attempts, err: thrown });
    const isLast = attempts >= maxHandlerAttempts;
    note(isLast ? 'dead_lettered' : 'failed', 1);
    if (isLast) await bury(batch, message, { eventId: event.id, reason });
    else message.nak(delayOf(handlerRetryMs, attempts));
    return 'done';
  }
}

/** An old event that is tried for the first time is not: it waited behind others. */
const isPostponedTooLong = ({ time, info }: JsMsg): boolean =>
  Date.now() - time.getTime() > postponedMaxMs && info.deliveryCount > maxHandlerAttempts;
