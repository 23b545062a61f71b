import { z } from 'zod';
import { WebhookEndpointStatus } from '../enums.ts';
import { Metadata, namedObject, Timestamp } from '../primitives.ts';

export const WebhookEndpoint = namedObject('WebhookEndpoint', 'A URL that receives events.', {
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
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An endpoint together with its signing secret, which is shown this once. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('`whsec_…`: verifies signatures. Shown only once.'),
}).meta({
  id: 'WebhookEndpointWithSecret',
  description: 'A webhook endpoint, including its signing secret. The secret is shown only once.',
});
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;
