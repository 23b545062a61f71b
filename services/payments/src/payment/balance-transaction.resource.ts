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
  availableOn: row.availableOn.toISOString(),
  feeDetails: row.feeDetails ?? [],
  source: row.sourceType && row.sourceId ? { type: row.sourceType, id: row.sourceId } : null,
  settlesTo: row.isMerchantHeld ? 'merchant' : 'platform',
  exchangeRate: row.exchangeRate,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
});
