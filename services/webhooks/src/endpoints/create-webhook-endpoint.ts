import type { CreateWebhookEndpoint, WebhookEndpointWithSecret } from '@mizan/contracts';
import { newId, own, Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
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

/** Endpoints of one account and mode. Each event is delivered to every one of them. */
const maxEndpoints = 50;

/**
 * Creates an enabled endpoint. The result holds its signing secret, which cannot be read again.
 *
 * @throws Problem `resource_limit_reached`: the account has the most endpoints that one mode can have
 */
export async function createWebhookEndpoint(
  tx: Tx,
  { secrets }: { readonly secrets: ServiceSecrets },
  input: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const secret = createSigningSecret();
  const { merchantId, livemode } = tx.scope;
  await assertRoom(tx);
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

/** Creations of endpoints wait for each other at the lock, so that the count includes all before it. */
async function assertRoom(tx: Tx): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const lock = JSON.stringify(['webhook_endpoints', merchantId, livemode]);
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const row = await tx.one<{ count: number }>`select count(*)::int as count from webhook_endpoints where ${own(tx)}`;
  if ((row?.count ?? 0) < maxEndpoints) return;
  const reached = `The account has ${maxEndpoints} webhook endpoints in this mode, the most it can have. Delete one first.`;
  throw new Problem('resource_limit_reached', reached);
}
