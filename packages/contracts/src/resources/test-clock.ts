import { z } from 'zod';
import { Timestamp } from '../primitives.ts';

/** The clock of an account's test mode. */
export const TestClock = z
  .object({
    object: z.literal('test_clock'),
    now: Timestamp.describe('The current time in test mode. The clock keeps running.'),
    aheadSeconds: z.int().min(0).describe('How far the clock is ahead of real time, in seconds.'),
  })
  .meta({ id: 'TestClock', description: "The clock of an account's test mode." });
export type TestClock = z.infer<typeof TestClock>;

/** What advancing it did. */
export const TestClockAdvance = z
  .object({
    object: z.literal('test_clock'),
    from: Timestamp,
    to: Timestamp,
    jobsRun: z.int().min(0).describe('Number of jobs that became due and were run.'),
    eventsEmitted: z.int().min(0),
    idle: z.boolean().describe('False if work is left. Advance the clock again to continue.'),
  })
  .meta({ id: 'TestClockAdvance', description: 'The result of advancing the test clock.' });
export type TestClockAdvance = z.infer<typeof TestClockAdvance>;
