import { z } from 'zod';
import { call } from '../call.ts';
import { Timestamp } from '../primitives.ts';
import { toEach } from './to-each.ts';

/** What a service is told when the clock of an account's test mode is advanced. */
export const ClockRequest = z.object({
  at: Timestamp.nullable().describe(
    'The time by which to run everything that is due. `null` returns the report without running anything.',
  ),
  aheadMs: z
    .int()
    .min(0)
    .describe('How far the test clock is ahead of real time, in milliseconds. The same for all services.'),
  sinceOutboxId: z.int().nullable().describe('Count the events written after this one.'),
  throughStreamSeq: z
    .int()
    .min(0)
    .describe('Report whether the events of the stream up to this sequence number have been handled.'),
});
export type ClockRequest = z.infer<typeof ClockRequest>;

/** What a service says about that. */
export const ClockReport = z.object({
  jobsRun: z.int().min(0),
  nextDueAt: Timestamp.nullable().describe('When the next job is due. In the past if the job has not run yet.'),
  lastOutboxId: z.int().min(0),
  eventsEmitted: z.int().min(0),
  unpublished: z.int().min(0).describe('Events that have not been published to the bus yet.'),
  lastStreamSeq: z.int().min(0).describe('Stream sequence number of the newest event published by this service.'),
  isHandled: z
    .boolean()
    .describe('Whether the service has handled all of its events, up to the requested sequence number.'),
});
export type ClockReport = z.infer<typeof ClockReport>;

/** What a service says when it has removed its part of an account's test data. */
export const DataCleared = z.object({ rowsDeleted: z.int().min(0) });
export type DataCleared = z.infer<typeof DataCleared>;

const clearCall = {
  from: ['gateway'],
  request: z.object({}),
  reply: DataCleared,
  deadlineMs: 20_000,
  effect: false, // asked twice, the second finds nothing left
  description: 'Deletes the test-mode data of the account. Implemented by the service kit.',
} as const;

const clockCall = {
  from: ['gateway'],
  request: ClockRequest,
  reply: ClockReport,
  deadlineMs: 20_000,
  effect: false, // the clock only goes forward, so asking twice sets it once
  description:
    'Sets the test clock of the account and runs everything that is due by then. Implemented by the service kit.',
} as const;

/** What test mode asks of all services, through the gateway. */
export const testModeCalls = {
  ...toEach('advance', 'Clock', clockCall),
  ...toEach('clear', 'Data', clearCall),
  giveUpEndpoint: call({
    from: ['gateway'],
    to: 'webhooks',
    deadlineMs: 5_000,
    request: z.object({ endpointId: z.string() }),
    reply: z.object({}),
    effect: false, // one that is disabled stays so
    description: 'Disables a test-mode endpoint as if its deliveries had failed for days.',
  }),
};
