import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { moment } from '../tables/columns.ts';

/**
 * That the database was restored from a backup. Written with the restore, before any service runs: what happened after the
 * moment of the backup is not in it, so money that leaves the platform is held until the operator has compared.
 */
export const RestoreEntity = defineEntity({
  name: 'Restore',
  tableName: 'restores',
  properties: {
    /** The moment that the restored state is of. */
    restoredTo: moment().primary(),
    restoredAt: moment(),
    /** When the operator has released what is held; null until then. */
    releasedAt: moment().strictNullable(),
  },
});

/** A row of `restores`, as raw SQL reads and writes it. */
export type RestoreRow = InferEntity<typeof RestoreEntity>;
