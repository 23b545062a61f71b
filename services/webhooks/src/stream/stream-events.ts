import type { operations } from '@mizan/contracts';
import { own, resourceMissing, type OpenStream, type OperationInput, type Reader } from '@mizan/service-kit';
import type { EventFeed } from './event-feed.ts';
import { readFrames } from './event-tail.ts';
import { heartbeat, positionFrame, sequenceOfPosition } from './render-frame.ts';

type StreamInput = Pick<OperationInput<(typeof operations)['streamEvents']>, 'headers' | 'query'>;

/**
 * Streams the events of an account and mode in order of their sequence numbers, from the one after the start that the
 * client names, or from now on. A client has received everything up to the last id it got and nothing after it, so it can
 * disconnect at any moment and continue with any process.
 *
 * @throws Problem `resource_missing`: no such event, or events after it are already deleted, so that some would be missed
 * @throws Problem `rate_limit`: too many clients
 */
export async function streamEvents(
  reader: Reader,
  { feed }: { readonly feed: EventFeed },
  input: StreamInput,
): Promise<OpenStream> {
  const position = await findPosition(reader, startOf(input));
  feed.assertCanFollow(reader.scope);
  return (gone) => framesFrom(position, { reader, feed, gone });
}

/** Sequence numbers: the newest one, and the one after which the stream starts. */
interface Position {
  readonly last: number;
  readonly from: number;
}

/** A client that reconnects sends both: the URL it started with, and the id of the last event it received. */
function startOf({ headers, query }: StreamInput) {
  const last = headers['last-event-id'];
  if (last) return { param: 'Last-Event-ID', id: last };
  return query.after === undefined ? undefined : { param: 'after', id: query.after };
}

async function findPosition(reader: Reader, start: ReturnType<typeof startOf>): Promise<Position> {
  const found = await reader.one<{ last: number; oldest: number | null; requested: number | null }>`
    select s.last_sequence as last,
           (select min(sequence) from events e where e.merchant_id = s.merchant_id and e.livemode = s.livemode) as oldest,
           (select sequence from events e
            where e.merchant_id = s.merchant_id and e.livemode = s.livemode
              and e.id = ${start?.id ?? null}) as requested
    from event_sequences s where ${own(reader, 's')}`;
  const { last, oldest, requested } = found ?? { last: 0, oldest: null, requested: null };
  if (start === undefined) return { last, from: last };

  const from = sequenceOfPosition(start.id) ?? requested;
  if (from === null || from > last || from + 1 < (oldest ?? last + 1)) throw resourceMissing(start.param);
  return { last, from };
}

async function* framesFrom(
  { last, from }: Position,
  { reader, feed, gone }: { readonly reader: Reader; readonly feed: EventFeed; readonly gone: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  const { tail, leave } = feed.follow(reader.scope, last);
  const endsAtMs = performance.now() + feed.times.longestMs;
  const isOver = (): boolean => gone.aborted || feed.isDraining || performance.now() > endsAtMs;
  let at = from;
  try {
    yield positionFrame(at);
    while (!isOver()) {
      const frames = tail.kept(at) ?? (await readFrames(reader, reader.scope, at)).frames;
      if (frames.length === 0) {
        if (at < tail.last) return; // the next events are deleted: the client learns it when it reconnects
        await tail.changed(gone);
        if (!isOver() && at >= tail.last) yield heartbeat;
        continue;
      }
      for (const { sequence, text } of frames) {
        if (sequence !== at + 1 || gone.aborted) return;
        yield text;
        at = sequence;
      }
    }
  } finally {
    leave();
  }
}
