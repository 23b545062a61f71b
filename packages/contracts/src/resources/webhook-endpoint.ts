import { z } from 'zod';
import { WebhookEndpointStatus } from '../enums.ts';
import { Metadata, Timestamp } from '../primitives.ts';

/** A URL that receives events. */
export const WebhookEndpoint = z
  .object({
    id: z.string().describe('`we_…`'),
    object: z.literal('webhook_endpoint'),
    url: z.string().describe('An https URL.'),
    description: z.string().nullable(),
    status: WebhookEndpointStatus,
    enabledEvents: z.array(z.string()).describe('Event types, `family.*`, or `*` for all.'),
    livemode: z.boolean(),
    metadata: Metadata,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint', description: 'A URL that receives events.' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An endpoint together with its signing secret, which is shown this once. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('`whsec_…`: verifies signatures. Shown only once.'),
}).meta({
  id: 'WebhookEndpointWithSecret',
  description: 'A webhook endpoint, including its signing secret. The secret is shown only once.',
});
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;
