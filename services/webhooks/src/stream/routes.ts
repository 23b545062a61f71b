import type { operations } from '@mizan/contracts';
import { stream, type OperationInput } from '@mizan/service-kit';
import type { EventFeed } from './event-feed.ts';
import { streamEvents, type StreamStart } from './stream-events.ts';

type StreamInput = OperationInput<(typeof operations)['streamEvents']>;

/** The live stream of events. */
export const streamRoutes = (app: { readonly feed: EventFeed }) => ({
  streamEvents: stream((reader, input: StreamInput) => streamEvents(reader, app, startOf(input))),
});

/** A client that reconnects sends both: the URL it started with, and the id of the last event it received. */
function startOf({ headers, query }: StreamInput): StreamStart | undefined {
  const last = headers['last-event-id'];
  if (last !== undefined && last !== '') return { param: 'Last-Event-ID', id: last };
  return query.after === undefined ? undefined : { param: 'after', id: query.after };
}
