import { command, phased, query, type OperationInput, type ServiceSecrets } from '@mizan/service-kit';
import type { operations } from '@mizan/contracts';
import type { Sender } from '../delivery/send.ts';
import { SigningKeys } from '../delivery/signing-keys.ts';
import type { TargetResolver } from '../targets/resolve.ts';
import { createWebhookEndpoint, refuseForbiddenUrl } from './create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { prepareTestEvent, sendTestEvent, toWebhookTest } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

type Operations = typeof operations;

/** What the operations on endpoints are made with. */
export interface EndpointDeps {
  readonly secrets: ServiceSecrets;
  readonly resolver: TargetResolver;
  /** Makes the attempts of tests. */
  readonly sender: Sender;
  readonly keys?: SigningKeys;
}

/** The operations on webhook endpoints. */
export const endpointRoutes = ({ secrets, resolver, sender, keys = new SigningKeys(secrets) }: EndpointDeps) => ({
  createWebhookEndpoint: command({
    load: (_context, input: OperationInput<Operations['createWebhookEndpoint']>) =>
      refuseForbiddenUrl(input.body.url, resolver),
    run: (tx, input) => createWebhookEndpoint(tx, input.body, secrets),
  }),
  listWebhookEndpoints: query((reader, input: OperationInput<Operations['listWebhookEndpoints']>) =>
    listWebhookEndpoints(reader, input.query),
  ),
  updateWebhookEndpoint: command({
    load: async (_context, { body }: OperationInput<Operations['updateWebhookEndpoint']>) =>
      body.url === undefined ? undefined : refuseForbiddenUrl(body.url, resolver),
    run: (tx, { params, body }) => updateWebhookEndpoint(tx, params.id, body),
  }),
  deleteWebhookEndpoint: command((tx, { params }: OperationInput<Operations['deleteWebhookEndpoint']>) =>
    deleteWebhookEndpoint(tx, params.id),
  ),
  rotateWebhookSecret: command((tx, { params, body }: OperationInput<Operations['rotateWebhookSecret']>) =>
    rotateWebhookSecret(tx, secrets, params.id, body.expireOldAfterSeconds),
  ),
  testWebhookEndpoint: phased({
    reserve: (tx, { params, body, ...input }: OperationInput<Operations['testWebhookEndpoint']>) =>
      prepareTestEvent(tx, params.id, { ...input, type: body.type }),
    call: (event, context, { params }) => sendTestEvent(event, params.id, context, { sender, keys }),
    settle: (_tx, _event, result) => Promise.resolve(toWebhookTest(result)),
  }),
  getWebhookEndpoint: query((reader, input: OperationInput<Operations['getWebhookEndpoint']>) =>
    getWebhookEndpoint(reader, input.params.id),
  ),
});
