import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';

export const TestClock = namedObject('TestClock', "The clock of an account's test mode.", {
  object: z.literal('test_clock'),
  now: Timestamp.describe('The current time in test mode. The clock keeps running.'),
  aheadSeconds: z.int().min(0).describe('How far the clock is ahead of real time, in seconds.'),
});
export type TestClock = z.infer<typeof TestClock>;

/** What advancing it did. */
export const TestClockAdvance = namedObject('TestClockAdvance', 'The result of advancing the test clock.', {
  object: z.literal('test_clock'),
  from: Timestamp,
  to: Timestamp,
  jobsRun: z.int().min(0).describe('Number of jobs that became due and were run.'),
  eventsEmitted: z.int().min(0),
  idle: z.boolean().describe('False if work is left. Advance the clock again to continue.'),
});
export type TestClockAdvance = z.infer<typeof TestClockAdvance>;

/** The failures of deliveries that can be simulated. */
export const WebhookChaosMode = z.enum(['duplicate', 'drop', 'reorder', 'corrupt_signature', 'delay']);
export type WebhookChaosMode = z.infer<typeof WebhookChaosMode>;

/** The simulated failures of the next deliveries of an endpoint. */
export const WebhookChaos = z
  .object({
    object: z.literal('webhook_chaos'),
    endpointId: z.string().describe('`we_…`'),
    mode: WebhookChaosMode,
    times: z.int().min(0),
    delaySeconds: z.int().min(1),
  })
  .meta({ id: 'WebhookChaos', description: 'The simulated failures of the next deliveries of an endpoint.' });
export type WebhookChaos = z.infer<typeof WebhookChaos>;

export const WebhookTest = namedObject('WebhookTest', 'The result of a test event.', {
  delivered: z.boolean().describe('Whether the endpoint responded with a 2xx status in time.'),
  statusCode: z.int().nullable().describe('Status code of the response. `null` if there was no response.'),
  error: z.string().nullable().describe('Why it was not delivered, and what to do. `null` if it was.'),
  durationMs: z.int().min(0).describe('Duration of the request, in milliseconds.'),
});
export type WebhookTest = z.infer<typeof WebhookTest>;

export const TestDataDeleted = namedObject('TestDataDeleted', "The result of deleting an account's test data.", {
  object: z.literal('test_data'),
  deleted: z.literal(true),
  rowsDeleted: z.int().min(0).describe('Number of deleted rows, including internal ones.'),
});
export type TestDataDeleted = z.infer<typeof TestDataDeleted>;
