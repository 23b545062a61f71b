import { z } from 'zod';
import { serviceNames } from '../operation.ts';
import { Timestamp } from '../primitives.ts';

/** A durable consumer of a service, as the bus and its database see it. */
export const ConsumerHealth = z
  .object({
    name: z.string(),
    pending: z.int().describe('Events that it has yet to be given.'),
    unacknowledged: z.int().describe('Events that are being handled or wait for another attempt.'),
    place: z
      .enum(['kept', 'lost', 'missing'])
      .describe('`lost`: ahead of the stream, which lost its end; `missing`: the bus does not know it.'),
    deadLetters: z.int(),
  })
  .meta({ id: 'ConsumerHealth', description: 'A durable consumer of a service.' });

/** What a service says about itself: the replica that was asked, and what all of them share. */
export const ServiceHealth = z
  .object({
    version: z.string(),
    nodeVersion: z.string(),
    startedAt: Timestamp,
    postgresVersion: z.string(),
    natsVersion: z.string().nullable().describe('null: not connected to the bus.'),
    outbox: z
      .object({
        unpublished: z.int().describe('Events that wait for the bus.'),
        oldestSeconds: z.number().nullable().describe('How long the oldest of them has waited.'),
      })
      .describe('What the service owes to the bus.'),
    consumers: z.array(ConsumerHealth).nullable().describe('null: the bus did not answer.'),
    deadLetters: z.int().describe('Events that were given up, of all consumers.'),
  })
  .meta({ id: 'ServiceHealth', description: 'How a service is.' });
export type ServiceHealth = z.infer<typeof ServiceHealth>;

/** How the platform is, service by service. */
export const PlatformHealth = z
  .object({
    object: z.literal('platform_health'),
    checkedAt: Timestamp,
    services: z.array(
      z.object({
        service: z.enum(serviceNames),
        health: ServiceHealth.nullable().describe('null: it does not answer.'),
      }),
    ),
    problems: z.array(z.string()).describe('What somebody should look at; empty when all is well.'),
  })
  .meta({ id: 'PlatformHealth', description: 'How the platform is.' });
export type PlatformHealth = z.infer<typeof PlatformHealth>;

/** An event that a consumer gave up, as its service keeps it. */
export const DeadLetter = z
  .object({
    service: z.enum(serviceNames),
    consumer: z.string(),
    eventId: z.string().describe('`evt_…`; of a message that cannot be read its place in the stream, `seq:<n>`.'),
    subject: z.string(),
    reason: z.string().describe('What the handler said last.'),
    createdAt: Timestamp,
    requeuedAt: Timestamp.nullable().describe('When it was marked to be handled again; null: it waits for somebody.'),
  })
  .meta({ id: 'DeadLetter', description: 'An event that a consumer gave up.' });
export type DeadLetter = z.infer<typeof DeadLetter>;

/** The body of POST /operator/dead-letters/requeue. */
export const RequeueDeadLetters = z
  .strictObject({
    service: z.enum(serviceNames).nullish().describe('Of this service only.'),
    consumer: z.string().max(200).nullish().describe('Of this consumer only.'),
    eventIds: z.array(z.string().max(100)).min(1).max(500).nullish().describe('These only; all when absent.'),
  })
  .meta({ id: 'RequeueDeadLetters', description: 'Which dead letters to handle again.' });
export type RequeueDeadLetters = z.infer<typeof RequeueDeadLetters>;
