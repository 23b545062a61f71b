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
        '`we_…`: the only endpoint to send to, regardless of its enabled event types. If absent, all enabled endpoints that receive this type.',
      ),
  })
  .meta({ id: 'ResendEvent', description: 'Where to resend an event.' });
export type ResendEvent = z.infer<typeof ResendEvent>;
