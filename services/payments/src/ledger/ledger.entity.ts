import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import { amount, id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';
import type { LedgerAccount } from './journals.ts';

/**
 * The stored balance of an account whose balance decides whether money may move. Platform accounts have no row here:
 * they are the sum of their entries, so that merchants never wait for each other. A balance is the sum of its slots:
 * what comes in goes to the slot of the connection that brings it, so that payments of one merchant do not wait for each
 * other either; a transaction that takes from it locks them all.
 */
export const LedgerAccountEntity = defineEntity({
  name: 'LedgerAccount',
  tableName: 'ledger_accounts',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    account: id().$type<LedgerAccount>().primary(),
    currency: id().$type<Currency>().primary(),
    slot: p.smallint().primary(),
    balance: amount(),
  },
  checks: [
    // Negative when a fee exceeded the captured amount, or in one of several slots.
    { name: 'ledger_accounts_balance', expression: 'balance >= -9007199254740991 and balance <= 9007199254740991' },
  ],
});

/** One posted journal; a source is posted once, ever. The runtime role may neither change nor delete it. */
export const LedgerTxEntity = defineEntity({
  name: 'LedgerTx',
  tableName: 'ledger_tx',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    ...scopeColumns(),
    sourceKind: id(),
    sourceId: id(),
    createdAt: moment(),
  },
  indexes: [uniqueIndex('ledger_tx_source', 'ledger_tx (source_kind, source_id)')],
});

/** One line of a journal: at most one for each account and currency. Sums to zero per journal and currency at commit. */
export const LedgerEntryEntity = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  properties: {
    txId: () => p.manyToOne(LedgerTxEntity).mapToPk().fieldName('tx_id').deleteRule('no action').primary(),
    account: id().primary(),
    currency: id().primary(),
    ...scopeColumns(),
    amount: amount(),
  },
  checks: [{ name: 'ledger_entries_amount', expression: 'amount <> 0' }],
});

/** What the entries of a stored account sum to, up to the journal that {@link LedgerProgressEntity} names. */
export const LedgerSumEntity = defineEntity({
  name: 'LedgerSum',
  tableName: 'ledger_sums',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    account: id().$type<LedgerAccount>().primary(),
    currency: id().$type<Currency>().primary(),
    amount: amount(),
  },
});

/** One row: the last journal that the sums contain, and the last one that existed some time ago and will be next. */
export const LedgerProgressEntity = defineEntity({
  name: 'LedgerProgress',
  tableName: 'ledger_progress',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    summedThrough: p.bigint('number'),
    seenThrough: p.bigint('number'),
    seenAt: moment(),
  },
  checks: [
    { name: 'ledger_progress_one', expression: 'id = 1' },
    { name: 'ledger_progress_order', expression: 'summed_through <= seen_through' },
  ],
});

export type LedgerAccountRow = InferEntity<typeof LedgerAccountEntity>;
