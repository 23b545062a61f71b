// Generated from payout.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PayoutEntity } from './payout.entity.ts';

/** The table of {@link PayoutEntity}. */
export const payouts = table<InferEntity<typeof PayoutEntity>>('payouts', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  amount: 'bigint',
  currency: 'text',
  status: 'text',
  bankAccountId: 'text',
  destination: 'bytea',
  arrivalDate: 'text',
  statementDescriptor: 'text',
  failureCode: 'text',
  isReturned: 'boolean',
  isAutomatic: 'boolean',
  exportId: 'text',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
