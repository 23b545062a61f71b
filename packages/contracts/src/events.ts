import { z } from 'zod';
import { events } from './event-table.ts';
import { namedObject } from './primitives.ts';
import { eventChanges } from './resources/event.ts';

export { events };

export type Events = typeof events;
export type EventType = keyof Events;
export type PublicEventType = { [T in EventType]: Events[T]['audience'] extends 'public' ? T : never }[EventType];
/** The resource that an event of this type carries. */
export type EventObject<T extends EventType> = z.output<Events[T]['object']>;

/** All event types in table order. */
export const eventTypes = Object.keys(events) as [EventType, ...EventType[]];
/** The types that webhooks receive. */
export const publicEventTypes = eventTypes.filter(
  (type): type is PublicEventType => events[type].audience === 'public',
) as [PublicEventType, ...PublicEventType[]];
/** True when `value` is an event type of the table. */
export const isEventType = (value: unknown): value is EventType =>
  typeof value === 'string' && Object.hasOwn(events, value);

/** What an event carries. */
export interface EventData<T extends EventType> {
  readonly object: EventObject<T>;
  /** On updates: the previous values of the fields that changed. */
  readonly previousAttributes?: Partial<EventObject<T>>;
  /** On `customer.deleted`: the ID of the customer that this one was merged into. */
  readonly mergedInto?: string;
}

/** The CloudEvents 1.0 envelope around every message on the bus. */
export const CloudEvent = namedObject('CloudEvent', 'The envelope of every message on the bus.', {
  specversion: z.literal('1.0'),
  id: z.string().describe('`evt_…`. Identical in every redelivery.'),
  source: z.string().describe('The service that published the event: `/mizan/<service>`.'),
  type: z.enum(eventTypes),
  subject: z.string().describe('ID of the object. For a balance, the ID of the account.'),
  time: z.iso.datetime().describe('When the change was committed.'),
  datacontenttype: z.literal('application/json'),
  merchantid: z.string().describe('`acct_…`'),
  livemode: z.boolean(),
  objectversion: z.int().min(1).describe('Increases with each event of the object.'),
  traceparent: z.string().optional().describe('W3C trace context of the request that caused the event.'),
  requestid: z.string().optional().describe('`req_…`: the request that caused the event.'),
  idempotencykey: z.string().optional().describe('Idempotency key of the request that caused the event.'),
  data: z
    .object({
      object: z
        .record(z.string(), z.unknown())
        .describe(
          'The object, as its GET endpoint returns it, without client secrets. Nested lists are cut if it would be larger than 64 KiB.',
        ),
      ...eventChanges,
    })
    .describe('What the event is about: the object and, for updates, the attributes that changed.'),
});
/** An envelope whose data is typed by its event type. */
export type CloudEvent<T extends EventType = EventType> = Omit<z.infer<typeof CloudEvent>, 'type' | 'data'> & {
  type: T;
  data: EventData<T>;
};
