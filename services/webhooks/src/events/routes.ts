import type { operations } from '@mizan/contracts';
import { query, type OperationInput } from '@mizan/service-kit';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';

type Operations = typeof operations;

/** The operations on events. */
export const eventRoutes = {
  listEvents: query((reader, input: OperationInput<Operations['listEvents']>) => listEvents(reader, input.query)),
  getEvent: query((reader, input: OperationInput<Operations['getEvent']>) => getEvent(reader, input.params.id)),
};
