import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** The replay of what an endpoint missed while it was disabled, batch by batch; deleted when it is done. */
export const EndpointReplay = defineEntity({
  name: 'EndpointReplay',
  tableName: 'endpoint_replays',
  properties: {
    endpointId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    /** Of all deliveries that it creates. */
    replayId: p.text().collation('C'),
    /** The last event that was checked. */
    afterSequence: p.bigint('number'),
    /** After this, no statement that still saw the endpoint as disabled can store an event. */
    settledAt: p.datetime(3),
  },
  checks: [{ name: 'endpoint_replays_after_sequence', expression: 'after_sequence >= 0' }],
});
export type EndpointReplay = InferEntity<typeof EndpointReplay>;
