import { defineEntity, p } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';
import { moment, scopeColumns } from '../tables/columns.ts';

/** How often live mode was declined, or tried with one card or at one payment link, since a window started. */
export const CardAttemptEntity = defineEntity({
  name: 'CardAttempt',
  tableName: 'card_attempts',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: p.boolean().primary(),
    /** The rule, and what it counts for: a card's fingerprint, or a link and the buyer's network. */
    subject: p.text().collation('C').primary(),
    openedAt: moment(),
    count: p.integer(),
  },
  checks: [{ name: 'card_attempts_count', expression: 'count > 0' }],
  indexes: indexesOf('card_attempts', { opened_at: '(opened_at)' }),
});
