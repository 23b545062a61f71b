// Generated from ledger.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type {
  LedgerAccountEntity,
  LedgerEntryEntity,
  LedgerProgressEntity,
  LedgerSumEntity,
  LedgerTxEntity,
} from './ledger.entity.ts';

/** The table of {@link LedgerAccountEntity}. */
export const ledgerAccounts = table<InferEntity<typeof LedgerAccountEntity>>('ledger_accounts', {
  merchantId: 'text',
  livemode: 'boolean',
  account: 'text',
  currency: 'text',
  slot: 'smallint',
  balance: 'bigint',
});

/** The table of {@link LedgerTxEntity}. */
export const ledgerTx = table<InferEntity<typeof LedgerTxEntity>>('ledger_tx', {
  id: 'bigint',
  merchantId: 'text',
  livemode: 'boolean',
  sourceKind: 'text',
  sourceId: 'text',
  createdAt: 'timestamptz(3)',
});

/** The table of {@link LedgerEntryEntity}. */
export const ledgerEntries = table<InferEntity<typeof LedgerEntryEntity>>('ledger_entries', {
  txId: 'bigint',
  account: 'text',
  currency: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  amount: 'bigint',
});

/** The table of {@link LedgerSumEntity}. */
export const ledgerSums = table<InferEntity<typeof LedgerSumEntity>>('ledger_sums', {
  merchantId: 'text',
  livemode: 'boolean',
  account: 'text',
  currency: 'text',
  amount: 'bigint',
});

/** The table of {@link LedgerProgressEntity}. */
export const ledgerProgress = table<InferEntity<typeof LedgerProgressEntity>>('ledger_progress', {
  id: 'smallint',
  summedThrough: 'bigint',
  seenThrough: 'bigint',
  seenAt: 'timestamptz(3)',
});
