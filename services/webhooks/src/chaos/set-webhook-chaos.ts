import type { SetWebhookChaos, WebhookChaos } from '@mizan/contracts';
import { own, resourceMissing, type Tx } from '@mizan/service-kit';
import { endpointFaults } from './endpoint-fault.table.ts';

/** Sets the fault of an endpoint's next deliveries, replacing an earlier one. @throws Problem `resource_missing` */
export async function setWebhookChaos(
  tx: Tx,
  { endpointId, mode, times, delaySeconds }: SetWebhookChaos,
): Promise<WebhookChaos> {
  const known = await tx.one`
    ${endpointFaults.into('endpointId', 'merchantId', 'livemode', 'mode', 'remaining', 'delaySeconds')}
    select id, merchant_id, livemode, ${mode}, ${times}, ${delaySeconds} from webhook_endpoints
    where ${own(tx)} and id = ${endpointId}
    on conflict (endpoint_id) do update
      set mode = excluded.mode, remaining = excluded.remaining, delay_seconds = excluded.delay_seconds
    returning endpoint_id`;
  if (!known) throw resourceMissing('endpointId');
  return { object: 'webhook_chaos', endpointId, mode, times, delaySeconds };
}
