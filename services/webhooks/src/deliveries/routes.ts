import type { operations } from '@mizan/contracts';
import { query, type OperationInput } from '@mizan/service-kit';
import { listDeliveries } from './read-webhook-deliveries.ts';

/** The operations on deliveries. */
export const deliveryRoutes = {
  listWebhookDeliveries: query(
    (reader, { params, query }: OperationInput<(typeof operations)['listWebhookDeliveries']>) =>
      listDeliveries(reader, params.id, query),
  ),
};
