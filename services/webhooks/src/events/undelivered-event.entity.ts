import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * An event that some endpoint did not receive although its last attempt was made; a later resend may have succeeded, and its
 * row remains until the event is deleted. Only a trigger of `deliveries` writes it.
 */
export const UndeliveredEvent = defineEntity({
  name: 'UndeliveredEvent',
  tableName: 'undelivered_events',
  properties: {
    eventId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
  },
  indexes: [{ name: 'undelivered_events_of_account', properties: ['merchantId', 'livemode', 'eventId'] }],
});
export type UndeliveredEvent = InferEntity<typeof UndeliveredEvent>;
