import { z } from 'zod';
import { Timestamp } from '../primitives.ts';

/** The clock of an account's test mode. */
export const TestClock = z
  .object({
    object: z.literal('test_clock'),
    now: Timestamp.describe('What it is in test mode; it goes on ticking.'),
    aheadSeconds: z.int().min(0).describe('Ahead of real time.'),
  })
  .meta({ id: 'TestClock', description: "The clock of an account's test mode." });
export type TestClock = z.infer<typeof TestClock>;

/** What advancing it did. */
export const TestClockAdvance = z
  .object({
    object: z.literal('test_clock'),
    from: Timestamp,
    to: Timestamp,
    jobsRun: z.int().min(0).describe('Things that came due and were done, oldest first.'),
    eventsEmitted: z.int().min(0),
    idle: z.boolean().describe('False: something was left undone; advance again, or look at it.'),
  })
  .meta({ id: 'TestClockAdvance', description: 'What advancing the clock did.' });
export type TestClockAdvance = z.infer<typeof TestClockAdvance>;
