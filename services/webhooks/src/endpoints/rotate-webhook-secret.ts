import type { WebhookEndpointWithSecret } from '@mizan/contracts';
import { fragment, own, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { createSigningSecret } from '../sending/sign.ts';
import { lockWebhookEndpoint } from './lock-webhook-endpoint.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/**
 * Gives an endpoint a new signing secret, which cannot be read again. Deliveries are signed with both until the overlap
 * ends; a secret that still overlaps from an earlier rotation expires now. @throws Problem `resource_missing`
 */
export async function rotateWebhookSecret(
  tx: Tx,
  { secrets }: { readonly secrets: ServiceSecrets },
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
): Promise<WebhookEndpointWithSecret> {
  const endpoint = await lockWebhookEndpoint(tx, id);
  const secret = createSigningSecret();
  const until = overlapSeconds === 0 ? null : new Date(tx.now.getTime() + overlapSeconds * 1000);
  const version = endpoint.version + 1;
  const changes = {
    previousSecretSealed: fragment`case when ${until}::timestamptz is null then null else secret_sealed end`,
    previousSecretUntil: until,
    secretSealed: secrets.encrypt(secret),
    version,
    updatedAt: tx.now,
  };
  tx.alongCommit`update webhook_endpoints set ${webhookEndpoints.set(changes)} where ${own(tx)} and id = ${id}`;
  const object = toWebhookEndpointResource({ ...endpoint, updatedAt: tx.now });
  tx.emit('webhook_endpoint.secret_rotated', { object, version });
  return { ...object, secret };
}
