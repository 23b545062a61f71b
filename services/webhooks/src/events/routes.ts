import type { operations } from '@mizan/contracts';
import { command, query, stream, type OperationInput } from '@mizan/service-kit';
import type { EventFeed } from '../stream/event-feed.ts';
import { streamEvents, type StreamStart } from '../stream/stream-events.ts';
import { getEvent } from './get-event.ts';
import { listEvents } from './read-events.ts';
import { resendEvent } from '../deliveries/resend-event.ts';

type Operations = typeof operations;

/**
 * The operations on events.
 *
 * @param wake says that deliveries of a mode have just been made
 */
export const eventRoutes = (wake: (livemode: boolean) => void, feed: EventFeed) => ({
  listEvents: query((reader, input: OperationInput<Operations['listEvents']>) => listEvents(reader, input.query)),
  streamEvents: stream((reader, input: OperationInput<Operations['streamEvents']>) =>
    streamEvents(reader, feed, startOf(input)),
  ),
  getEvent: query((reader, input: OperationInput<Operations['getEvent']>) => getEvent(reader, input.params.id)),
  resendEvent: command((tx, { params, body }: OperationInput<Operations['resendEvent']>) =>
    resendEvent(tx, params.id, body.webhookEndpointId, wake),
  ),
});

/** A reader that comes back sends both: the address it began with, and what it was given last. */
function startOf({ headers, query }: OperationInput<Operations['streamEvents']>): StreamStart | undefined {
  const last = headers['last-event-id'];
  if (last !== undefined && last !== '') return { param: 'Last-Event-ID', id: last };
  return query.after === undefined ? undefined : { param: 'after', id: query.after };
}
