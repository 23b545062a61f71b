import type { CreateWebhookEndpoint, WebhookEndpointWithSecret } from '@mizan/contracts';
import { newId, Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { EndpointHealth } from '../delivery/endpoint-health.entity.ts';
import { createSigningSecret } from '../delivery/sign.ts';
import { checkUrl, liftWithin, refusalText } from '../targets/check-url.ts';
import type { TargetResolver } from '../targets/resolve.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

/**
 * Refuses a URL that must never be called. Runs before the transaction, because an installation that opens private
 * ranges looks the name up. The same rules run again before every attempt.
 *
 * @throws Problem `parameter_invalid` on `url`
 */
export async function refuseForbiddenUrl(url: string, resolver: TargetResolver): Promise<void> {
  const check = await liftWithin(checkUrl(url), resolver.resolveAllowed);
  if (!check.ok) throw new Problem('parameter_invalid', refusalText[check.refusal], { param: 'url' });
}

/** Creates an enabled endpoint. The answer carries its signing secret, in clear for this one time. */
export async function createWebhookEndpoint(
  tx: Tx,
  input: CreateWebhookEndpoint,
  secrets: ServiceSecrets,
): Promise<WebhookEndpointWithSecret> {
  const secret = createSigningSecret();
  const endpoint = tx.em.create(WebhookEndpoint, {
    ...tx.scope,
    id: newId('we'),
    url: input.url,
    description: input.description ?? null,
    status: 'enabled',
    enabledEvents: input.enabledEvents,
    metadata: input.metadata ?? {},
    secretSealed: secrets.encrypt(secret),
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  tx.em.create(EndpointHealth, { ...tx.scope, endpointId: endpoint.id, failures: 0 });
  return { ...toWebhookEndpointResource(endpoint), secret };
}
