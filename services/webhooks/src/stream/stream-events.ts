import { resourceMissing, type OpenStream, type Reader } from '@mizan/service-kit';
import type { EventFeed } from './event-feed.ts';
import { readPage } from './event-tail.ts';
import { heartbeat, positionFrame, sequenceOfPosition } from './render-frame.ts';

/** Where a reader wants to begin, as it said so. */
export interface StreamStart {
  /** The parameter that says so. */
  readonly param: 'Last-Event-ID' | 'after';
  readonly id: string;
}

/**
 * Streams the events of an account and mode in order of their sequence numbers, from the one after `beginning` on, or
 * from now on. Whatever a reader has been given an id for is behind it and everything else before it, so that it can
 * leave and come back at any moment, to any process.
 *
 * @throws Problem `resource_missing`: no such event, or events after it are forgotten already, so that some would be missed
 * @throws Problem `rate_limit`: too many readers
 */
export async function streamEvents(
  reader: Reader,
  feed: EventFeed,
  beginning: StreamStart | undefined,
): Promise<OpenStream> {
  const place = await findPosition(reader, beginning);
  feed.assertCanFollow(reader.scope);
  return (gone) => framesFrom(place, reader, feed, gone);
}

/** Sequence numbers: the newest that was given, and the one after which the reader begins. */
interface Position {
  readonly last: number;
  readonly from: number;
}

async function findPosition(reader: Reader, beginning: StreamStart | undefined): Promise<Position> {
  const { merchantId, livemode } = reader.scope;
  const found = await reader.one<{ last: number; oldest: number | null; asked: number | null }>`
    select s.last_sequence as last,
           (select min(sequence) from events e where e.merchant_id = s.merchant_id and e.livemode = s.livemode) as oldest,
           (select sequence from events e
            where e.merchant_id = s.merchant_id and e.livemode = s.livemode
              and e.id = ${beginning?.id ?? null}) as asked
    from event_sequences s where s.merchant_id = ${merchantId} and s.livemode = ${livemode}`;
  const { last, oldest, asked } = found ?? { last: 0, oldest: null, asked: null };
  if (beginning === undefined) return { last, from: last };

  const from = sequenceOfPosition(beginning.id) ?? asked;
  if (from === null || from > last || from + 1 < (oldest ?? last + 1)) throw resourceMissing(beginning.param);
  return { last, from };
}

async function* framesFrom(
  { last, from }: Position,
  reader: Reader,
  feed: EventFeed,
  gone: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { tail, leave } = feed.follow(reader.scope, last);
  const endsAtMs = performance.now() + feed.times.longestMs;
  const isOver = (): boolean => gone.aborted || feed.isDraining || performance.now() > endsAtMs;
  let at = from;
  try {
    yield positionFrame(at);
    while (!isOver()) {
      const frames = tail.kept(at) ?? (await readPage(reader, reader.scope, at));
      if (frames.length === 0) {
        if (at < tail.last) return; // the next ones are forgotten: coming back, the reader is told so
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
