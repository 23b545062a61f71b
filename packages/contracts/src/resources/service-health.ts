import { z } from 'zod';
import { serviceNames } from '../operation.ts';
import { namedObject, requestBody, Timestamp } from '../primitives.ts';

/** A durable consumer of a service, as the bus and its database see it. */
export const ConsumerHealth = namedObject('ConsumerHealth', 'A durable consumer of a service.', {
  name: z.string(),
  pending: z.int().describe('Events that have not been delivered to the consumer yet.'),
  unacknowledged: z.int().describe('Events that are being handled, or are waiting for another attempt.'),
  place: z
    .enum(['kept', 'lost', 'missing'])
    .describe(
      '`lost`: the stream lost its newest messages, so the position of the consumer is past its end. `missing`: the consumer does not exist on the bus.',
    ),
  deadLetters: z.int().describe('Events that it failed to handle, counted up to 10,000.'),
});

/** The health of a service: of the replica that answered, and of what all replicas share. */
export const ServiceHealth = namedObject('ServiceHealth', 'The health of a service.', {
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: Timestamp,
  postgresVersion: z.string(),
  natsVersion: z.string().nullable().describe('`null` if the service is not connected to the bus.'),
  outbox: z
    .object({
      unpublished: z.int().describe('Events that have not been published to the bus yet, counted up to 10,000.'),
      oldestSeconds: z.number().nullable().describe('Age of the oldest of them, in seconds.'),
    })
    .describe('Events that the service has committed but not yet published.'),
  consumers: z.array(ConsumerHealth).nullable().describe('`null` if the bus did not respond.'),
  deadLetters: z
    .int()
    .describe("Number of events that the service's consumers failed to handle, counted up to 10,000 for each."),
  problems: z
    .array(z.string())
    .default([])
    .describe('Further problems of the service that need attention. Earlier releases answer without it.'),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;

/** How the platform is, service by service. */
export const PlatformHealth = namedObject('PlatformHealth', 'The health of the platform.', {
  object: z.literal('platform_health'),
  checkedAt: Timestamp,
  services: z.array(
    z.object({
      service: z.enum(serviceNames),
      health: ServiceHealth.nullable().describe('`null` if the service does not respond.'),
    }),
  ),
  problems: z.array(z.string()).describe('Problems that need attention. Empty if there are none.'),
});
export type PlatformHealth = z.infer<typeof PlatformHealth>;

/** An event that a consumer gave up, as its service keeps it. */
export const DeadLetter = namedObject('DeadLetter', 'An event that a consumer failed to handle.', {
  service: z.enum(serviceNames),
  consumer: z.string(),
  eventId: z.string().describe('`evt_…`. For a message that cannot be read, its position in the stream: `seq:<n>`.'),
  subject: z.string(),
  reason: z.string().describe('The last error of the handler.'),
  createdAt: Timestamp,
  requeuedAt: Timestamp.nullable().describe('When the event was requeued. `null` if it has not been.'),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** The body of POST /operator/dead-letters/requeue. */
export const RequeueDeadLetters = requestBody('RequeueDeadLetters', 'Which dead letters to requeue.', {
  service: z.enum(serviceNames).nullish().describe('Only of this service.'),
  consumer: z.string().max(200).nullish().describe('Only of this consumer.'),
  eventIds: z
    .array(z.string().max(100))
    .min(1)
    .max(500)
    .nullish()
    .describe('IDs of the events to requeue. If absent, all of them.'),
});
export type RequeueDeadLetters = z.infer<typeof RequeueDeadLetters>;
