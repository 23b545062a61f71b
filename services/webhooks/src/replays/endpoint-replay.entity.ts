import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What an endpoint missed while it was disabled, being delivered batch by batch; gone when that is done. */
export const EndpointReplay = defineEntity({
  name: 'EndpointReplay',
  tableName: 'endpoint_replays',
  properties: {
    endpointId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    /** Of all deliveries that it makes. */
    replayId: p.text().collation('C'),
    /** The last event that was looked at. */
    afterSequence: p.bigint('number'),
    /** From then on no event is stored any more by a statement that still took the endpoint for disabled. */
    settledAt: p.datetime(3),
  },
  checks: [{ name: 'endpoint_replays_after_sequence', expression: 'after_sequence >= 0' }],
});
export type EndpointReplay = InferEntity<typeof EndpointReplay>;
