// Generated from receipt-sequence.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ReceiptSequenceEntity } from './receipt-sequence.entity.ts';

/** The table of {@link ReceiptSequenceEntity}. */
export const receiptSequences = table<InferEntity<typeof ReceiptSequenceEntity>>('receipt_sequences', {
  merchantId: 'text',
  livemode: 'boolean',
  year: 'smallint',
  lastNumber: 'int',
});
