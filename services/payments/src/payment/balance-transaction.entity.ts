import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { BalanceTransaction } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';

/** A movement of the merchant's balance, as the merchant sees it; the ledger's journals say the same in double entry. */
export const BalanceTransactionEntity = defineEntity({
  name: 'BalanceTransaction',
  tableName: 'balance_transactions',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    type: p.text().$type<BalanceTransaction['type']>(),
    gross: amount(),
    fee: amount(),
    net: amount(),
    currency: p.text().$type<BalanceTransaction['currency']>(),
    status: p.text().$type<BalanceTransaction['status']>(),
    availableOn: moment(),
    feeDetails: p.json().$type<BalanceTransaction['feeDetails']>().strictNullable(),
    sourceType: p.text().$type<NonNullable<BalanceTransaction['source']>['type']>().strictNullable(),
    sourceId: id().strictNullable(),
    /** Id of the journal that moved the money. */
    journalSource: id(),
    exchangeRate: p.double().$type<number>().strictNullable(),
    description: p.text().strictNullable(),
    /** Of money that the merchant received itself: `gross` is the merchant's already, and `fee` is owed to the platform. */
    isMerchantHeld: p.boolean().default(false),
    /** The automatic payout that has taken it; null until one has. */
    payoutId: id().strictNullable(),
    createdAt: moment(),
  },
  checks: [
    {
      name: 'balance_transactions_amounts',
      expression:
        'net = gross - fee and gross >= -999999999999 and gross <= 999999999999 and fee >= -999999999999 and fee <= 999999999999',
    },
  ],
  indexes: indexesOf('balance_transactions', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    source: '(merchant_id, livemode, source_id)',
    due: `(available_on) where status = 'pending'`, // of all accounts
    pending: `(merchant_id, livemode, currency, available_on) where status = 'pending'`,
    unpaid: `(merchant_id, livemode, currency, available_on) where payout_id is null and status = 'available'`,
    payout: '(payout_id) where payout_id is not null',
  }),
});

/** A row of `balance_transactions`, as raw SQL reads and writes it. */
export type BalanceTransactionRow = InferEntity<typeof BalanceTransactionEntity>;
