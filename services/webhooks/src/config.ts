import { z } from 'zod';
import { parseAllowedRanges } from './targets/allowed-ranges.ts';

/** Environment of this service beyond what every service reads. */
export const webhooksEnv = {
  MIZAN_WEBHOOK_ALLOW_CIDRS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseAllowedRanges(text, { production: process.env['NODE_ENV'] === 'production' });
      } catch (thrown) {
        context.issues.push({ code: 'custom', input: text, message: (thrown as Error).message });
        return z.NEVER;
      }
    })
    .describe('Private address ranges that webhooks may reach, comma-separated CIDR; none when empty'),
  MIZAN_EVENT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long events and their deliveries are kept, days'),
};
