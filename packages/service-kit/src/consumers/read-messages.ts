import type { JsMsg } from '@nats-io/jetstream';
import { log } from '../telemetry/log.ts';
import { noteUnknown } from './attempts.ts';
import { delayOf, type Batch, type Readable, type StreamConsumer } from './batch.ts';
import { isAddressedAs, misaddressed, parseEventFor, UnknownEvent, type BusEvent } from './consumer.ts';
import { bury, reasonOf } from './dead-letters.ts';

const buryRetryMs = 1_000;
// While replicas are replaced, an event of the new version may come to an old one; a new one takes it at some later try.
const unknownRetryMs = [30_000, 60_000, 120_000, 300_000, 600_000];
const unknownMaxMs = 6 * 3600_000; // longer than an upgrade takes; what waits also keeps the stream from being purged

/** The events among the messages; whatever else came is a dead letter, or waits for a version that knows it. */
export async function readMessages(batch: Batch, messages: readonly JsMsg[]): Promise<readonly Readable[]> {
  const readable: Readable[] = [];
  for (const message of messages) {
    try {
      const event = parseEventFor(batch.consumer, message.string());
      if (isOwn(batch, message, event)) readable.push({ message, event });
      else await buryMisaddressed(batch, message, event);
    } catch (thrown) {
      if (!(thrown instanceof UnknownEvent)) await buryUnreadable(batch, message, thrown);
      else if (!isOwn(batch, message, thrown)) await buryMisaddressed(batch, message, thrown);
      else if (isForANewerVersion(message)) await awaitNewer(batch, message, thrown);
      else await buryUnreadable(batch, message, thrown);
    }
  }
  return readable;
}

const isForANewerVersion = ({ time }: JsMsg): boolean => Date.now() - time.getTime() < unknownMaxMs;

/** Leaves an event to a replica of the version that knows it. */
async function awaitNewer({ db, durable, note }: Batch, message: JsMsg, unknown: UnknownEvent): Promise<void> {
  log.warn({ event: 'event.unknown', consumer: durable, eventId: unknown.id, err: unknown });
  await noteUnknown(db, durable, { ...unknown, livemode: unknown.scope.livemode, message: unknown.message }).catch(
    (error: unknown) => log.debug({ err: error }, 'event.unknown_not_noted'),
  );
  message.nak(delayOf(unknownRetryMs, message.info.deliveryCount));
  note('postponed', 1);
}

const isOwn = (
  { prefix, livemode }: StreamConsumer,
  { subject }: JsMsg,
  event: Pick<BusEvent | UnknownEvent, 'type' | 'scope'>,
): boolean => event.scope.livemode === livemode && isAddressedAs(event, { subject, prefix });

/** Not under the id that it claims, which may be that of another event. */
const buryMisaddressed = (batch: Batch, message: JsMsg, { id }: { readonly id: string }): Promise<void> =>
  buryUnread(batch, message, { eventId: `misaddressed:${id}`, reason: misaddressed });

async function buryUnreadable(batch: Batch, message: JsMsg, thrown: unknown): Promise<void> {
  const known = thrown instanceof UnknownEvent ? thrown.id : message.headers?.get('Nats-Msg-Id');
  await buryUnread(batch, message, { eventId: known || `seq:${message.seq}`, reason: reasonOf(thrown) });
}

async function buryUnread(
  batch: Batch,
  message: JsMsg,
  letter: { readonly eventId: string; readonly reason: string },
): Promise<void> {
  await bury(batch, message, letter).then(
    () => batch.note('dead_lettered', 1),
    (error: unknown) => {
      log.warn({ err: error }, 'event.bury_failed');
      message.nak(buryRetryMs);
    },
  );
}
