import { z } from 'zod';

/** The environment variables of this service, in addition to those of every service. */
export const webhooksEnv = {
  MIZAN_WEBHOOK_ALLOW_CIDRS: z
    .string()
    .default('')
    .describe('Private address ranges that webhooks may reach, comma-separated CIDR; none when empty'),
  MIZAN_EVENT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long events and their deliveries are kept, days'),
};
