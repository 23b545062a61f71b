// Generated from balance-transaction.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BalanceTransactionEntity } from './balance-transaction.entity.ts';

/** The table of {@link BalanceTransactionEntity}. */
export const balanceTransactions = table<InferEntity<typeof BalanceTransactionEntity>>('balance_transactions', {
  id: 'text',
  merchant_id: 'text',
  livemode: 'boolean',
  type: 'text',
  gross: 'bigint',
  fee: 'bigint',
  net: 'bigint',
  currency: 'text',
  status: 'text',
  available_on: 'timestamptz(3)',
  fee_details: 'jsonb',
  source_type: 'text',
  source_id: 'text',
  journal_source: 'text',
  exchange_rate: 'double precision',
  description: 'text',
  created_at: 'timestamptz(3)',
});
