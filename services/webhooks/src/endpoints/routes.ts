import { command, query, type OperationInput, type ServiceSecrets } from '@mizan/service-kit';
import type { operations } from '@mizan/contracts';
import type { TargetResolver } from '../targets/resolve.ts';
import { createWebhookEndpoint, refuseForbiddenUrl } from './create-webhook-endpoint.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';

type Operations = typeof operations;

/** The operations on webhook endpoints. */
export const endpointRoutes = ({ secrets }: { secrets: ServiceSecrets }, resolver: TargetResolver) => ({
  createWebhookEndpoint: command({
    ask: (_context, input: OperationInput<Operations['createWebhookEndpoint']>) =>
      refuseForbiddenUrl(input.body.url, resolver),
    run: (tx, input) => createWebhookEndpoint(tx, input.body, secrets),
  }),
  listWebhookEndpoints: query((reader, input: OperationInput<Operations['listWebhookEndpoints']>) =>
    listWebhookEndpoints(reader, input.query),
  ),
  getWebhookEndpoint: query((reader, input: OperationInput<Operations['getWebhookEndpoint']>) =>
    getWebhookEndpoint(reader, input.params.id),
  ),
});
