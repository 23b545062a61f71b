import { type AccountProfile, currencyDecimals } from '@mizan/contracts';
import { type BusEvent, countRows, fragment, type Tx } from '@mizan/service-kit';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { newMovement } from '../payment/new-movement.ts';
import { oneMore } from '../tables/counted.ts';
import { floatJournal } from './journals.ts';
import { repeatablePostingOf } from './post-journals.ts';

/** Credits the balance that the test mode of a new account starts with. */
export const onAccountCreated = (tx: Tx, { object }: BusEvent<'account.created'>): Promise<void> =>
  seedFloat(tx, object);

/** What the test mode of an account starts with, in major units: enough that a first full refund, fee kept, succeeds. */
const floatMajor = 1_000_000;

/** Credits an account's test mode with its float in the default currency, once for each `sourceId`. */
export async function seedFloat(
  tx: Tx,
  account: Pick<AccountProfile, 'id' | 'defaultCurrency'>,
  sourceId: string = account.id,
): Promise<void> {
  const scope = { merchantId: account.id, livemode: false };
  const unit = { scope, now: tx.now };
  const { defaultCurrency: currency } = account;
  const amount = floatMajor * 10 ** currencyDecimals[currency];
  const movement = newMovement(scope, tx.now, {
    type: 'adjustment',
    gross: amount,
    currency,
    sourceType: null,
    sourceId: null,
    journalSource: sourceId,
    description: 'Test balance',
  });
  const isNew = fragment`exists (select 1 from journal)`;
  await tx.sql`
    with ${repeatablePostingOf(unit, [floatJournal({ sourceId, currency, amount })])},
      movement as (${balanceTransactions.insertWhere(isNew, movement)}),
      counted as (${countRows(unit, oneMore('balance_transactions'), fragment`where ${isNew} and (select count(*) from stored) >= 0`)})
    select 1`;
}
