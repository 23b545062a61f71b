import { command, type AnswersOf } from '@mizan/service-kit';
import { disableWebhookEndpoint } from './endpoints/disable-webhook-endpoint.ts';

/** What the other services call. */
export const answers: AnswersOf<'webhooks'> = {
  disableTestEndpoint: command(async (tx, { body }) => {
    await disableWebhookEndpoint(tx, { endpointId: body.endpointId });
    return {};
  }),
};
