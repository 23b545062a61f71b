import { z } from 'zod';
import { publicEventTypes } from '../events.ts';
import { Event } from './event.ts';

/** What making an event happen has led to. */
export const EventTrigger = z
  .object({
    object: z.literal('event_trigger'),
    type: z.enum(publicEventTypes),
    objectId: z.string().describe('The object that the event is about; real, and of test mode.'),
    event: Event.nullable().describe('Null: it is still on its way, or is only sent and never stored.'),
  })
  .meta({ id: 'EventTrigger', description: 'What making an event happen has led to.' });
export type EventTrigger = z.infer<typeof EventTrigger>;
