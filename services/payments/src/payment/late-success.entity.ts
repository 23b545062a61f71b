import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A payment that succeeded when it was over, until it is decided what becomes of its money. */
export const LateSuccessEntity = defineEntity({
  name: 'LateSuccess',
  tableName: 'late_successes',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    chargeId: id().primary(),
    dueAt: moment(),
    /** How often it was tried to be decided. */
    attempts: p.integer(),
    createdAt: moment(),
  },
  indexes: [{ name: 'late_successes_due', properties: ['dueAt'] }],
  checks: [{ name: 'late_successes_attempts', expression: 'attempts >= 0' }],
});

/** A row of `late_successes`, as raw SQL reads and writes it. */
export type LateSuccessRow = InferEntity<typeof LateSuccessEntity>;
