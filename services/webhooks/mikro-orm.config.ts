import { defineOrm } from '@mizan/service-kit/schema';
import { EndpointFault } from './src/chaos/endpoint-fault.entity.ts';
import { Delivery } from './src/delivery/delivery.entity.ts';
import { EndpointHealth } from './src/endpoints/endpoint-health.entity.ts';
import { QueuedDelivery } from './src/delivery/queued-delivery.entity.ts';
import { WebhookEndpoint } from './src/endpoints/webhook-endpoint.entity.ts';
import { EventSequence } from './src/events/event-sequence.entity.ts';
import { StoredEvent } from './src/events/stored-event.entity.ts';
import { UndeliveredEvent } from './src/events/undelivered-event.entity.ts';
import { MailEntity } from './src/mail/mail.entity.ts';
import { EndpointReplay } from './src/replays/endpoint-replay.entity.ts';

export default defineOrm({
  service: 'webhooks',
  entities: [
    WebhookEndpoint,
    EndpointHealth,
    StoredEvent,
    EventSequence,
    Delivery,
    QueuedDelivery,
    EndpointReplay,
    EndpointFault,
    MailEntity,
    UndeliveredEvent,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
