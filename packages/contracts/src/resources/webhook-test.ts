import { z } from 'zod';

/** The result of a test event. */
export const WebhookTest = z
  .object({
    delivered: z.boolean().describe('Whether the endpoint responded with a 2xx status in time.'),
    statusCode: z.int().nullable().describe('Status code of the response. `null` if there was no response.'),
    durationMs: z.int().min(0).describe('Duration of the request, in milliseconds.'),
  })
  .meta({ id: 'WebhookTest', description: 'The result of a test event.' });
export type WebhookTest = z.infer<typeof WebhookTest>;
