import { command, query, type RoutesOf, type ServiceSecrets } from '@mizan/service-kit';
import type { TargetResolver } from '../targets/resolve-target.ts';
import { assertUrlAllowed, createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from './read-webhook-endpoints.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhookEndpoint, type TestApp } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

/** What the operations on endpoints need of the running service. */
export interface EndpointApp extends TestApp {
  readonly secrets: ServiceSecrets;
  readonly resolver: TargetResolver;
}

/** The operations on webhook endpoints. */
export const endpointRoutes = (app: EndpointApp) =>
  ({
    createWebhookEndpoint: command({
      load: (_context, { body }) => assertUrlAllowed(app, body.url),
      run: (tx, { body }) => createWebhookEndpoint(tx, app, body),
    }),
    listWebhookEndpoints: query((reader, input) => listWebhookEndpoints(reader, input.query)),
    getWebhookEndpoint: query((reader, { params }) => getWebhookEndpoint(reader, params.id)),
    updateWebhookEndpoint: command({
      load: async (_context, { body }) => (body.url === undefined ? undefined : assertUrlAllowed(app, body.url)),
      run: (tx, { params, body }) => updateWebhookEndpoint(tx, params.id, body),
    }),
    deleteWebhookEndpoint: command((tx, { params }) => deleteWebhookEndpoint(tx, params.id)),
    rotateWebhookSecret: command((tx, { params, body }) =>
      rotateWebhookSecret(tx, app, { id: params.id, overlapSeconds: body.expireOldAfterSeconds }),
    ),
    testWebhookEndpoint: testWebhookEndpoint(app),
  }) satisfies Partial<RoutesOf<'webhooks'>>;
