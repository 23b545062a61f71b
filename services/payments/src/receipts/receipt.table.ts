// Generated from receipt.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ReceiptEntity } from './receipt.entity.ts';

/** The table of {@link ReceiptEntity}. */
export const receipts = table<InferEntity<typeof ReceiptEntity>>('receipts', {
  chargeId: 'text',
  sourceId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  year: 'smallint',
  number: 'int',
  createdAt: 'timestamptz(3)',
});
