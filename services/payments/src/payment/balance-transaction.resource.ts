import type { BalanceTransaction } from '@mizan/contracts';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';

/** The balance transaction as the API and its events show it. */
export const toBalanceTransactionResource = (row: BalanceTransactionRow): BalanceTransaction => ({
  id: row.id,
  object: 'balance_transaction',
  type: row.type,
  gross: row.gross,
  fee: row.fee,
  net: row.net,
  currency: row.currency,
  status: row.status,
  availableOn: row.available_on.toISOString(),
  feeDetails: row.fee_details ?? [],
  source: row.source_type && row.source_id ? { type: row.source_type, id: row.source_id } : null,
  exchangeRate: row.exchange_rate,
  description: row.description,
  createdAt: row.created_at.toISOString(),
});
