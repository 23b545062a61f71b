import { event } from '../event.ts';
import { WebhookEndpoint } from '../resources/webhook-endpoint.ts';

const endpoint = { service: 'webhooks', object: WebhookEndpoint, audience: 'public' } as const;

/** What happens to webhook endpoints. */
export const webhookEvents = {
  'webhook_endpoint.disabled': event({
    ...endpoint,
    description: 'Occurs when a webhook endpoint is disabled because its deliveries have failed for too long.',
  }),
  'webhook_endpoint.secret_rotated': event({
    ...endpoint,
    description: 'Occurs when the signing secret of an endpoint is rotated.',
  }),
  'webhook_endpoint.test': event({ ...endpoint, description: 'Sent on request, to test an endpoint.' }),
};
