// Generated from balance-transaction.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BalanceTransactionEntity } from './balance-transaction.entity.ts';

/** The table of {@link BalanceTransactionEntity}. */
export const balanceTransactions = table<InferEntity<typeof BalanceTransactionEntity>>('balance_transactions', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  type: 'text',
  gross: 'bigint',
  fee: 'bigint',
  net: 'bigint',
  currency: 'text',
  status: 'text',
  availableOn: 'timestamptz(3)',
  feeDetails: 'jsonb',
  sourceType: 'text',
  sourceId: 'text',
  journalSource: 'text',
  exchangeRate: 'double precision',
  description: 'text',
  isMerchantHeld: 'boolean',
  payoutId: 'text',
  createdAt: 'timestamptz(3)',
});
