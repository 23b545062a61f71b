import { defineEntity, p } from '@mikro-orm/core';

/**
 * How many sessions an account and mode had up to a moment that no transaction reaches back to. Counting a list then
 * means counting what came after it; creating a session pays nothing for it.
 */
export const SessionCountEntity = defineEntity({
  name: 'SessionCount',
  tableName: 'session_counts',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    countedUntil: p.datetime(3),
    sessions: p.bigint('number'),
  },
  checks: [{ name: 'session_counts_sessions', expression: `sessions >= 0` }],
});
