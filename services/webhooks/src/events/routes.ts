import type { operations } from '@mizan/contracts';
import { query, type OperationInput } from '@mizan/service-kit';
import { getEvent, listEvents } from './read-events.ts';

type Operations = typeof operations;

/** The reads of events; `deliveries` resends them, `stream` streams them. */
export const eventRoutes = {
  listEvents: query((reader, input: OperationInput<Operations['listEvents']>) => listEvents(reader, input.query)),
  getEvent: query((reader, input: OperationInput<Operations['getEvent']>) => getEvent(reader, input.params.id)),
};
