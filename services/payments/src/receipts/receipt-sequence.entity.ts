import { defineEntity, p } from '@mikro-orm/core';
import { scopeColumns } from '../tables/columns.ts';

/** The last receipt number of an account, mode and year. Its row is locked while numbers are assigned, so that there is no gap. */
export const ReceiptSequenceEntity = defineEntity({
  name: 'ReceiptSequence',
  tableName: 'receipt_sequences',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: p.boolean().primary(),
    year: p.smallint().primary(),
    lastNumber: p.integer(),
  },
  checks: [{ name: 'receipt_sequences_last_number', expression: 'last_number >= 0' }],
});
