import type { operations } from '@mizan/contracts';
import { query, type OperationInput } from '@mizan/service-kit';
import { listWebhookDeliveries } from './read-webhook-deliveries.ts';

/** The operations on deliveries. */
export const deliveryRoutes = {
  listWebhookDeliveries: query(
    (reader, { params, query }: OperationInput<(typeof operations)['listWebhookDeliveries']>) =>
      listWebhookDeliveries(reader, params.id, query),
  ),
};
