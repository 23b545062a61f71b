import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A dispute that a provider has reported a change of: the provider is queried about it, and the row is deleted. */
export const DisputeNoticeEntity = defineEntity({
  name: 'DisputeNotice',
  tableName: 'dispute_notices',
  properties: {
    connectionId: id().primary(),
    externalDisputeId: id().primary(),
    ...scopeColumns(),
    /** Reports so far: one that arrives while the provider is queried keeps the row. */
    reports: p.integer(),
    dueAt: moment(),
    attempts: p.integer(),
    createdAt: moment(),
  },
  indexes: indexesOf('dispute_notices', { due: '(due_at)' }),
});

/** A row of `dispute_notices`, as raw SQL reads and writes it. */
export type DisputeNoticeRow = InferEntity<typeof DisputeNoticeEntity>;
