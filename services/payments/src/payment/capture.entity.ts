import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, moment, scopeColumns } from '../tables/columns.ts';
import { ChargeEntity } from './charge.entity.ts';

/** One capture of a charge, the `n` in its idempotency key and its journal `<chargeId>:cap:<n>`. */
export const CaptureEntity = defineEntity({
  name: 'Capture',
  tableName: 'captures',
  properties: {
    chargeId: () => p.manyToOne(ChargeEntity).mapToPk().fieldName('charge_id').deleteRule('no action').primary(),
    n: p.integer().primary(),
    ...scopeColumns(),
    amount: amount(),
    isFinal: p.boolean(),
    status: p.text().$type<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
    /** When the provider is queried next, while the capture is undecided. */
    nextSyncAt: moment().strictNullable(),
    syncAttempts: p.integer(),
    createdAt: moment(),
  },
  indexes: indexesOf('captures', { pending: `(created_at) where status = 'PENDING'` }),
  checks: [{ name: 'captures_amount', expression: 'n >= 1 and amount >= 1 and amount <= 999999999999' }],
});

/** A row of `captures`, as raw SQL reads and writes it. */
export type CaptureRow = InferEntity<typeof CaptureEntity>;
