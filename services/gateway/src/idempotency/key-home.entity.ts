import { defineEntity, p } from '@mikro-orm/core';
import type { ServiceName } from '@mizan/contracts';

/** Which service an idempotency key belongs to, and how many requests with it are still in progress there. */
export const KeyHome = defineEntity({
  name: 'KeyHome',
  tableName: 'key_homes',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    key: p.text().collation('C').primary(),
    service: p.text().$type<ServiceName>(),
    /** Requests forwarded to the service. */
    entered: p.integer(),
    /** Of these, the failed ones; successful ones are not counted, because the service then holds the key. */
    failed: p.integer(),
    /** When the last one was forwarded. */
    enteredAt: p.datetime(6),
  },
  indexes: [{ name: 'key_homes_entered_at', properties: ['enteredAt'] }],
  checks: [{ name: 'key_homes_counts', expression: 'failed >= 0 and failed <= entered' }],
});
