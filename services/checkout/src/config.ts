import { z } from 'zod';

/** Environment of this service beyond what every service has. */
export const env = {
  MIZAN_DISCOUNTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .default(1)
    .describe('Discounts that one checkout may carry; they apply one after the other'),
};
