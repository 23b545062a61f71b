import { z } from 'zod';

/** The body of POST /events/{id}/resend. */
export const ResendEvent = z
  .strictObject({
    webhookEndpointId: z
      .string()
      .min(1, 'must not be empty')
      .max(255, 'must be at most 255 characters')
      .optional()
      .describe(
        '`we_…`: the only endpoint to send it to, whatever types it enabled; all enabled ones that want the type when absent.',
      ),
  })
  .meta({ id: 'ResendEvent', description: 'Where to send an event again.' });
export type ResendEvent = z.infer<typeof ResendEvent>;
