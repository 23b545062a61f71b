import { type AccountProfile, currencyDecimals } from '@mizan/contracts';
import { type BusEvent, countRows, fragment, newId, type Tx } from '@mizan/service-kit';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { oneMore } from '../tables/counted.ts';
import { floatJournal } from './journals.ts';
import { repeatablePostingOf } from './post-journals.ts';

/** Credits the balance that the test mode of a new account starts with. */
export const onAccountCreated = (tx: Tx, { object }: BusEvent<'account.created'>): Promise<void> =>
  seedFloat(tx, object);

/** What the test mode of an account starts with, in major units: enough that a first full refund, fee kept, succeeds. */
const floatMajor = 1_000_000;

/**
 * Credits an account's test mode with its float in the default currency, once for each `sourceId`.
 *
 * @param sourceId what it is credited for
 */
export async function seedFloat(
  tx: Tx,
  account: Pick<AccountProfile, 'id' | 'defaultCurrency'>,
  sourceId: string = account.id,
): Promise<void> {
  const unit = { scope: { merchantId: account.id, livemode: false }, now: tx.now };
  const { defaultCurrency: currency } = account;
  const amount = floatMajor * 10 ** currencyDecimals[currency];
  const movement: BalanceTransactionRow = {
    id: newId('txn', tx.now.getTime()),
    merchantId: account.id,
    livemode: false,
    type: 'adjustment',
    gross: amount,
    fee: 0,
    net: amount,
    currency,
    status: 'available',
    availableOn: tx.now,
    feeDetails: [],
    sourceType: null,
    sourceId: null,
    journalSource: sourceId,
    exchangeRate: null,
    description: 'Test balance',
    createdAt: tx.now,
  };
  const isNew = fragment`exists (select 1 from journal)`;
  await tx.sql`
    with ${repeatablePostingOf(unit, [floatJournal({ sourceId, currency, amount })])},
      movement as (${balanceTransactions.insertWhere(isNew, movement)}),
      counted as (${countRows(unit, oneMore('balance_transactions'), fragment`where ${isNew} and (select count(*) from stored) >= 0`)})
    select 1`;
}
