import { defineEntity, p } from '@mikro-orm/core';

/** How often somebody tried to pay or to change a checkout since a window opened. */
export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  properties: {
    /** What is tried, the address and the path with the checkout's id. */
    subject: p.text().collation('C').primary(),
    /** Length of the window. */
    seconds: p.integer().primary(),
    openedAt: p.datetime(3),
    count: p.integer(),
  },
  indexes: [{ name: 'attempts_opened_at', properties: ['openedAt'] }],
  checks: [{ name: 'attempts_count', expression: 'count > 0' }],
});
