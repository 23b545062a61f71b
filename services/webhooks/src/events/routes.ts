import type { operations } from '@mizan/contracts';
import { command, query, type OperationInput } from '@mizan/service-kit';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';
import { resendEvent } from './resend-event.ts';

type Operations = typeof operations;

/**
 * The operations on events.
 *
 * @param wake says that deliveries of a mode have just been made
 */
export const eventRoutes = (wake: (livemode: boolean) => void) => ({
  listEvents: query((reader, input: OperationInput<Operations['listEvents']>) => listEvents(reader, input.query)),
  getEvent: query((reader, input: OperationInput<Operations['getEvent']>) => getEvent(reader, input.params.id)),
  resendEvent: command((tx, { params, body }: OperationInput<Operations['resendEvent']>) =>
    resendEvent(tx, params.id, body.webhookEndpointId, wake),
  ),
});
