import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A captured charge whose provider shows a chargeback in a query alone: queried until payers can no longer object. */
export const ChargebackWatchEntity = defineEntity({
  name: 'ChargebackWatch',
  tableName: 'chargeback_watches',
  properties: {
    chargeId: id().primary(),
    ...scopeColumns(),
    dueAt: moment(),
    capturedAt: moment(),
  },
  indexes: indexesOf('chargeback_watches', { due: '(due_at)' }),
});

/** A row of `chargeback_watches`, as raw SQL reads and writes it. */
export type ChargebackWatchRow = InferEntity<typeof ChargebackWatchEntity>;
