import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A payment that succeeded when it was over, until it is decided what becomes of its money. */
export const LateSuccessEntity = defineEntity({
  name: 'LateSuccess',
  tableName: 'late_successes',
  properties: {
    merchant_id: scopeColumns().merchant_id.primary(),
    livemode: scopeColumns().livemode.primary(),
    charge_id: id().primary(),
    due_at: moment(),
    /** How often it was tried to be decided. */
    attempts: p.integer(),
    created_at: moment(),
  },
  indexes: [{ name: 'late_successes_due', properties: ['due_at'] }],
  checks: [{ name: 'late_successes_attempts', expression: 'attempts >= 0' }],
});

/** A row of `late_successes`, as raw SQL reads and writes it. */
export type LateSuccessRow = InferEntity<typeof LateSuccessEntity>;
