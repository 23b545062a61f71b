import type { operations } from '@mizan/contracts';
import { command, query, type OperationInput } from '@mizan/service-kit';
import { listWebhookDeliveries } from './read-webhook-deliveries.ts';
import { resendEvent, type DeliveryApp } from './resend-event.ts';

type InputOf<Id extends keyof typeof operations> = OperationInput<(typeof operations)[Id]>;

/** The operations on deliveries. */
export const deliveryRoutes = (app: DeliveryApp) => ({
  listWebhookDeliveries: query((reader, { params, query }: InputOf<'listWebhookDeliveries'>) =>
    listWebhookDeliveries(reader, params.id, query),
  ),
  resendEvent: command((tx, { params, body }: InputOf<'resendEvent'>) =>
    resendEvent(tx, app, { eventId: params.id, endpointId: body.webhookEndpointId }),
  ),
});
