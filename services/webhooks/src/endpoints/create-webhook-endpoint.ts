import type { CreateWebhookEndpoint, WebhookEndpointWithSecret } from '@mizan/contracts';
import { newId, Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { createSigningSecret } from '../sending/sign.ts';
import { checkUrl, allowPrivateTarget, refusalText } from '../targets/check-url.ts';
import type { TargetResolver } from '../targets/resolve-target.ts';
import { endpointHealth } from './endpoint-health.table.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/**
 * Refuses a URL that must never be called, before the transaction: an installation that allows private ranges looks the
 * name up. The same rules apply again before every attempt. @throws Problem `parameter_invalid` on `url`
 */
export async function assertUrlAllowed({ resolver }: { resolver: TargetResolver }, url: string): Promise<void> {
  const check = await allowPrivateTarget(checkUrl(url), resolver.resolveAllowed);
  if (!check.ok) throw new Problem('parameter_invalid', refusalText[check.refusal], { param: 'url' });
}

/** Creates an enabled endpoint. The result holds its signing secret, which cannot be read again. */
export async function createWebhookEndpoint(
  tx: Tx,
  { secrets }: { readonly secrets: ServiceSecrets },
  input: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const secret = createSigningSecret();
  const { merchantId, livemode } = tx.scope;
  const endpoint = {
    merchantId,
    livemode,
    id: newId('we'),
    url: input.url,
    description: input.description ?? null,
    status: 'enabled' as const,
    enabledEvents: input.enabledEvents,
    metadata: input.metadata ?? {},
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const health = { endpointId: endpoint.id, merchantId, livemode, failures: 0 };
  await tx.sql`
    with health as (${endpointHealth.insert([health])})
    ${webhookEndpoints.insert([{ ...endpoint, secretSealed: secrets.encrypt(secret) }])}`;
  return { ...toWebhookEndpointResource(endpoint), secret };
}
