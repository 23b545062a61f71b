import { defineEntity } from '@mikro-orm/core';

const p = defineEntity.properties;

/**
 * How many sessions an account and mode had up to a moment that no transaction reaches back to. Counting a list then
 * means counting what came after it; creating a session pays nothing for it.
 */
export const SessionCountEntity = defineEntity({
  name: 'SessionCount',
  tableName: 'session_counts',
  properties: {
    merchantId: p.string().columnType('text').collation('C').primary(),
    livemode: p.boolean().primary(),
    countedUntil: p.datetime().columnType('timestamptz'),
    sessions: p.bigint('number').check((c) => `${c} >= 0`),
  },
});
