import { defineEntity, p } from '@mikro-orm/core';

/** How often somebody tried to pay a checkout since a window opened. */
export const PaymentAttempt = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempts',
  properties: {
    /** The checkout's id and the address. */
    subject: p.text().collation('C').primary(),
    /** Length of the window. */
    seconds: p.integer().primary(),
    openedAt: p.datetime(3),
    count: p.integer(),
  },
  indexes: [{ name: 'payment_attempts_opened_at', properties: ['openedAt'] }],
  checks: [{ name: 'payment_attempts_count', expression: 'count > 0' }],
});
