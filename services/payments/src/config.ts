import { z } from 'zod';

/** Environment of this service beyond what every service has. */
export const env = {
  MIZAN_TEST_SETTLEMENT: z
    .enum(['instant', 'delayed'])
    .default('instant')
    .describe('When captured funds of test mode become available: at once, or after the delay of live mode'),
  MIZAN_SETTLEMENT_DELAY_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30)
    .default(2)
    .describe('Days from capture until funds become available'),
};
