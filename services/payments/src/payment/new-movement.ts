import { newId, type Scope } from '@mizan/service-kit';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';

type Given = Pick<BalanceTransactionRow, 'type' | 'gross' | 'currency' | 'sourceType' | 'sourceId' | 'journalSource'>;

/** A movement of a balance before it is written: without a fee, and available at once, unless it says otherwise. */
export const newMovement = (
  { merchantId, livemode }: Scope,
  now: Date,
  movement: Given & Partial<BalanceTransactionRow>,
): BalanceTransactionRow => ({
  id: newId('txn', now.getTime()),
  merchantId,
  livemode,
  fee: 0,
  net: movement.gross,
  status: 'available',
  availableOn: now,
  feeDetails: [],
  exchangeRate: null,
  description: null,
  isMerchantHeld: false,
  payoutId: null,
  createdAt: now,
  ...movement,
});
