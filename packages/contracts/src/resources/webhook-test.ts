import { z } from 'zod';

/** What became of a test event. */
export const WebhookTest = z
  .object({
    delivered: z.boolean().describe('Whether the endpoint answered 2xx in time.'),
    statusCode: z.int().nullable().describe('What it answered; null when nothing answered.'),
    durationMs: z.int().min(0).describe('How long that took, milliseconds.'),
  })
  .meta({ id: 'WebhookTest', description: 'What became of a test event.' });
export type WebhookTest = z.infer<typeof WebhookTest>;
