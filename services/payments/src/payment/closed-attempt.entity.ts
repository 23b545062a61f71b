import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** Up to which number the attempts of a checkout session are closed: none of them can start any more. */
export const ClosedAttemptEntity = defineEntity({
  name: 'ClosedAttempt',
  tableName: 'closed_attempts',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    checkoutSessionId: id().primary(),
    /** Grows only. */
    attempt: p.integer(),
    createdAt: moment().defaultRaw('now()'),
  },
  checks: [{ name: 'closed_attempts_attempt', expression: 'attempt >= 1' }],
});

/** A row of `closed_attempts`, as raw SQL reads and writes it. */
export type ClosedAttemptRow = InferEntity<typeof ClosedAttemptEntity>;
