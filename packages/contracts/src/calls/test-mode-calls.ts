import { z } from 'zod';
import { call } from '../call.ts';
import { Timestamp } from '../primitives.ts';
import { toEach } from './to-each.ts';

/** What a service is told when the clock of an account's test mode is advanced. */
export const ClockRequest = z.object({
  at: Timestamp.nullable().describe('By when to do what is due; null only asks.'),
  aheadMs: z
    .int()
    .min(0)
    .describe('How far ahead of real time that is: the same for all services, so that they agree.'),
  sinceOutboxId: z.int().nullable().describe('Events are counted that were written after this one.'),
  throughStreamSeq: z.int().min(0).describe('Whether events up to this one of the stream are handled is asked.'),
});
export type ClockRequest = z.infer<typeof ClockRequest>;

/** What a service says about that. */
export const ClockReport = z.object({
  jobsRun: z.int().min(0),
  nextDueAt: Timestamp.nullable().describe('When the next thing comes due, or should have.'),
  lastOutboxId: z.int().min(0),
  eventsEmitted: z.int().min(0),
  unpublished: z.int().min(0).describe('Events that wait for the bus.'),
  lastStreamSeq: z.int().min(0).describe('The newest event in the stream that is of this service.'),
  isHandled: z.boolean().describe('The service has handled what the stream has for it, as far as asked.'),
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
  description: "Removes what the account's test mode holds. Answered by the kit.",
} as const;

const clockCall = {
  from: ['gateway'],
  request: ClockRequest,
  reply: ClockReport,
  deadlineMs: 20_000,
  effect: false, // the clock only goes forward, so asking twice sets it once
  description: "Sets the clock of the account's test mode and does what is due by then. Answered by the kit.",
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
    description:
      'Disables an endpoint of test mode as after days of failures, for whoever wants to see what that does.',
  }),
};
