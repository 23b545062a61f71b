import { defineEntity, p } from '@mikro-orm/core';

/** How often somebody tried to pay, to change a checkout or payment, or to guess a one-time code since a window opened. */
export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  properties: {
    /** What is tried, the address or the account, and the path with the record's id where there is one. */
    subject: p.text().collation('C').primary(),
    /** Length of the window. */
    seconds: p.integer().primary(),
    openedAt: p.datetime(3),
    count: p.integer(),
  },
  indexes: [{ name: 'attempts_opened_at', properties: ['openedAt'] }],
  checks: [{ name: 'attempts_count', expression: 'count > 0' }],
});
