import type { Balance, BalanceAmount } from '@mizan/contracts';
import { own, type Reader } from '@mizan/service-kit';
import type { LedgerAccountRow } from './ledger.entity.ts';

type Stored = Pick<LedgerAccountRow, 'account' | 'currency' | 'balance'>;

/** What the merchant owns in this mode: one amount for each currency that ever moved. */
export async function getBalance(reader: Reader): Promise<Balance> {
  const stored = await reader.sql<Stored>`
    select account, currency, sum(balance)::bigint as balance from ledger_accounts
    where ${own(reader)} group by account, currency`;
  const currencies = [...new Set(stored.map(({ currency }) => currency))].toSorted();
  const amountsOf = (account: Stored['account']): BalanceAmount[] =>
    currencies.map((currency) => ({
      amount: stored.find((row) => row.account === account && row.currency === currency)?.balance ?? 0,
      currency,
    }));
  return {
    object: 'balance',
    available: amountsOf('merchant_available'),
    pending: amountsOf('merchant_pending'),
    livemode: reader.scope.livemode,
  };
}
