import { setTimeout as wait } from 'node:timers/promises';
import { durableOf, type ServiceName } from '@mizan/contracts';
import type { JsMsg } from '@nats-io/jetstream';

import { isOutage } from '../database/postgres-errors.ts';
import type { Database, SystemReader } from '../database/database.ts';
import { countedMax } from '../outbox/waiting-events.ts';
import { job, type Job } from '../jobs.ts';
import { log } from '../telemetry/log.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { applyOnce, type DurableConsumer } from './apply-once.ts';
import { forgetFailures } from './attempts.ts';
import { isAddressedAs, misaddressed, parseEventFor, type Consumer } from './consumer.ts';
import { partsOf } from './parts.ts';

const requeueEveryMs = 5_000;
const batchRows = 50;
const outagePollMs = 500;
const reasonMax = 2_000; // characters kept of a handler's error

/** Moves a message to the dead letters. They live in Postgres, since the server drops what it stops delivering. */
export async function bury(
  { db, durable }: Pick<DurableConsumer, 'db' | 'durable'>,
  message: JsMsg,
  { eventId, reason }: { readonly eventId: string; readonly reason: string },
): Promise<void> {
  await db.system.sql`
    insert into dead_letters (consumer, event_id, subject, payload, reason)
    values (${durable}, ${eventId}, ${message.subject}, ${message.string().replaceAll('\u0000', '')}, ${reason.slice(0, reasonMax)})
    on conflict (consumer, event_id) do update set reason = excluded.reason, requeued_at = null`;
  log.error({ event: 'event.dead_lettered', consumer: durable, eventId, subject: message.subject });
  message.term(reason.slice(0, 200));
}

/**
 * How many dead letters each consumer has, also one that no longer exists; each is counted up to `countedMax`, in the
 * index alone.
 */
export async function countDeadLetters(db: SystemReader): Promise<ReadonlyMap<string, number>> {
  const rows = await db.sql<{ consumer: string; letters: number }>`
    with recursive known (consumer) as (
      (select consumer from dead_letters order by consumer limit 1)
      union all
      select (select next.consumer from dead_letters next where next.consumer > k.consumer order by next.consumer limit 1)
      from known k where k.consumer is not null)
    select consumer, (
        select count(*)::int from (select 1 from dead_letters l where l.consumer = known.consumer limit ${countedMax}) as counted
      ) as letters
    from known where consumer is not null`;
  return new Map(rows.map(({ consumer, letters }) => [consumer, letters]));
}

interface Letter {
  id: number;
  consumer: string;
  eventId: string;
  subject: string;
  payload: string;
}

/**
 * Hands dead letters marked by `requeued_at` to their handlers again; what fails is kept, unmarked, with the new reason. One that
 * a version before has left is handed to the consumer whose durable it was.
 *
 * @param prefix before every subject of the stack
 */
export const requeueJob = (service: ServiceName, consumers: readonly Consumer[], prefix: string): Job =>
  job('requeue-dead-letters', {
    everyMs: requeueEveryMs,
    run: async ({ db, signal }) => {
      const places = consumers.flatMap((consumer): DurableConsumer[] => {
        const parts = partsOf(service, consumer);
        const formers = [...parts].map(([durable, part]) => ({ db, durable, consumer: part }));
        return [{ db, durable: durableOf(service, consumer.name), consumer, parts }, ...formers];
      });
      const letters = await takeMarked(
        db,
        places.map(({ durable }) => durable),
      );
      for (const place of places)
        for (const letter of letters.filter((each) => each.consumer === place.durable))
          while (!(await handleAgain(place, letter, prefix)) && !signal.aborted)
            await wait(outagePollMs, undefined, { signal }).catch(() => 'stopped');
      return letters.length;
    },
  });

/** The mark goes first: a letter that kills its process would otherwise kill the next leader too. */
async function takeMarked(db: Database, durables: readonly string[]): Promise<readonly Letter[]> {
  const letters = await db.system.sql<Letter>`
    update dead_letters set requeued_at = null
    where id in (
      select id from dead_letters where consumer = any(${durables}::text[]) and requeued_at is not null order by id limit ${batchRows})
    returning id, consumer, event_id, subject, payload`;
  return letters.sort((one, other) => one.id - other.id);
}

/** False when the database became unreachable, which says nothing about the letter. */
async function handleAgain(place: DurableConsumer, letter: Letter, prefix: string): Promise<boolean> {
  const { db, durable, consumer } = place;
  const line = { event: 'event.requeued', consumer: durable, eventId: letter.eventId };
  try {
    const event = parseEventFor(consumer, letter.payload);
    if (!isAddressedAs(event, { subject: letter.subject, prefix })) throw new Error(misaddressed);
    const parent = parseTraceparent(event.traceparent) ?? newWork(0);
    await runWork({ ...parent, requestId: event.requestId, idempotencyKey: event.idempotencyKey }, () =>
      applyOnce(place, event, {
        streamSeq: null,
        isRepeated: true,
        also: async (tx) => {
          await forgetFailures(tx, durable, [event.id]);
          await tx.sql`delete from dead_letters where id = ${letter.id}`;
        },
      }),
    );
    log.info({ ...line, outcome: 'applied' });
    return true;
  } catch (thrown) {
    if (isOutage(thrown)) return false;
    await db.system.sql`update dead_letters set reason = ${reasonOf(thrown)} where id = ${letter.id}`;
    log.error({ ...line, outcome: 'failed', err: thrown });
    return true;
  }
}

/** A handler's error, short enough to keep. */
export const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, reasonMax);
