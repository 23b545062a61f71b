import { event } from '../event.ts';
import { WebhookEndpoint } from '../resources/webhook-endpoint.ts';

const endpoint = { service: 'webhooks', object: WebhookEndpoint, audience: 'public' } as const;

/** What happens to webhook endpoints. */
export const webhookEvents = {
  'webhook_endpoint.disabled': event({ ...endpoint, description: 'Deliveries failed for too long.' }),
  'webhook_endpoint.secret_rotated': event({ ...endpoint, description: 'The signing secret changed.' }),
  'webhook_endpoint.test': event({ ...endpoint, description: 'Sent on request, to try an endpoint.' }),
};
