import { defineEntity, p } from '@mikro-orm/core';

/** How many attempts to pay, to change a checkout or payment, or to enter a one-time code there were since a window started. */
export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  properties: {
    /** What is attempted, the address or the account, and the path with the record's id if there is one. */
    subject: p.text().collation('C').primary(),
    /** Length of the window. */
    seconds: p.integer().primary(),
    openedAt: p.datetime(3),
    count: p.integer(),
  },
  indexes: [{ name: 'attempts_opened_at', properties: ['openedAt'] }],
  checks: [{ name: 'attempts_count', expression: 'count > 0' }],
});
