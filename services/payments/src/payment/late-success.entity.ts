import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A payment that succeeded after it had ended, until the account's policy is carried out. */
export const LateSuccessEntity = defineEntity({
  name: 'LateSuccess',
  tableName: 'late_successes',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    chargeId: id().primary(),
    dueAt: moment(),
    /** How often the policy was tried. */
    attempts: p.integer(),
    createdAt: moment(),
  },
  indexes: [{ name: 'late_successes_due', properties: ['dueAt'] }],
  checks: [{ name: 'late_successes_attempts', expression: 'attempts >= 0' }],
});

/** A row of `late_successes`, as raw SQL reads and writes it. */
export type LateSuccessRow = InferEntity<typeof LateSuccessEntity>;
