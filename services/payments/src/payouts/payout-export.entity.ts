import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import { id, moment } from '../tables/columns.ts';

/** An operator's export of live payouts of all accounts. */
export const PayoutExportEntity = defineEntity({
  name: 'PayoutExport',
  tableName: 'payout_exports',
  properties: {
    id: id().primary(),
    /** `YYYY-MM-DD`. */
    executionDate: p.text(),
    currency: p.text().$type<Currency>().strictNullable(),
    /** From then on it takes no more payouts; null after a crash, until it is repeated. */
    completedAt: moment().strictNullable(),
    createdAt: moment(),
  },
});

/** A row of `payout_exports`, as raw SQL reads and writes it. */
export type PayoutExportRow = InferEntity<typeof PayoutExportEntity>;
