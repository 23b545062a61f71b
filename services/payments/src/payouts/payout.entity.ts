import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Payout } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';

/** A payout. It changes only under the lock of its row. */
export const PayoutEntity = defineEntity({
  name: 'Payout',
  tableName: 'payouts',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the payout. */
    version: p.integer(),
    amount: amount(),
    currency: p.text().$type<Payout['currency']>(),
    status: p.text().$type<Payout['status']>(),
    bankAccountId: id(),
    /** `PayoutDestination` as JSON, sealed with AES-256-GCM by a key of the service: the bank account may be deleted. */
    destination: p.blob(),
    /** `YYYY-MM-DD`; null before it is exported. */
    arrivalDate: p.text().strictNullable(),
    statementDescriptor: p.text().strictNullable(),
    failureCode: p.text().$type<NonNullable<Payout['failureCode']>>().strictNullable(),
    /** It failed after it was paid: the bank returned its money. */
    isReturned: p.boolean().default(false),
    /** Created by a schedule; it lists the balance transactions that it pays out. */
    isAutomatic: p.boolean(),
    /** The export that gave it to the bank. */
    exportId: id().strictNullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    { name: 'payouts_amount', expression: 'amount >= 1 and amount <= 999999999999' },
    { name: 'payouts_returned', expression: "not is_returned or status = 'FAILED'" },
    { name: 'payouts_failure', expression: "(failure_code is not null) = (status = 'FAILED')" },
  ],
  indexes: indexesOf('payouts', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    pending: "(id) where livemode and status = 'PENDING'",
    bank_account: "(bank_account_id) where status = 'PENDING'",
    export: '(export_id) where export_id is not null',
  }),
});

/** A row of `payouts`, as raw SQL reads and writes it. */
export type PayoutRow = InferEntity<typeof PayoutEntity>;
