import { defineEntity, p } from '@mikro-orm/core';
import type { ServiceName } from '@mizan/contracts';

/** Which service an idempotency key belongs to, and how many of its requests are still with it. */
export const KeyHome = defineEntity({
  name: 'KeyHome',
  tableName: 'key_homes',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    key: p.text().collation('C').primary(),
    service: p.text().$type<ServiceName>(),
    /** Requests passed to the service. */
    entered: p.integer(),
    /** Of these, answered with an error; what succeeded is never counted, since its service has the key. */
    failed: p.integer(),
    /** When the newest was passed. */
    enteredAt: p.datetime(6),
  },
  indexes: [{ name: 'key_homes_entered_at', properties: ['enteredAt'] }],
  checks: [{ name: 'key_homes_counts', expression: 'failed >= 0 and failed <= entered' }],
});
