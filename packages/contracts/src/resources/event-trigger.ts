import { z } from 'zod';
import { publicEventTypes } from '../events.ts';
import { Event } from './event.ts';
import { namedObject } from '../primitives.ts';

export const EventTrigger = namedObject('EventTrigger', 'The result of triggering an event.', {
  object: z.literal('event_trigger'),
  type: z.enum(publicEventTypes),
  objectId: z.string().describe('The object of the event. It is a real test-mode object.'),
  event: Event.nullable().describe(
    '`null` if the event has not been stored yet, or is of a type that is never stored.',
  ),
});
export type EventTrigger = z.infer<typeof EventTrigger>;
