import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** Money that arrived after its payment had ended, or beside it, until the account's policy is carried out or it is refunded. */
export const LateSuccessEntity = defineEntity({
  name: 'LateSuccess',
  tableName: 'late_successes',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    chargeId: id().primary(),
    /** The payment did not need it: it is refunded whatever the policy is. */
    isSurplus: p.boolean().default(false),
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
