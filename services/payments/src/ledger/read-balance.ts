import type { Balance, BalanceAmount, Currency } from '@mizan/contracts';
import { add } from '@mizan/money';
import { own, type Reader } from '@mizan/service-kit';
import type { LedgerAccountRow } from './ledger.entity.ts';

type Stored = Pick<LedgerAccountRow, 'account' | 'currency' | 'balance'>;

/** What the merchant owns in this mode: one amount for each currency that ever moved. */
export async function getBalance(reader: Reader): Promise<Balance> {
  const stored = await reader.sql<Stored>`
    select account, currency, sum(balance)::bigint as balance from ledger_accounts
    where ${own(reader)} group by account, currency`;
  const currencies = [...new Set(stored.map(({ currency }) => currency))].toSorted();
  const balanceOf = (account: Stored['account'], currency: Currency): number =>
    stored.find((row) => row.account === account && row.currency === currency)?.balance ?? 0;
  const amountsOf = (amountIn: (currency: Currency) => number): BalanceAmount[] =>
    currencies.map((currency) => ({ amount: amountIn(currency), currency }));
  return {
    object: 'balance',
    available: amountsOf((currency) =>
      add(balanceOf('merchant_available', currency), balanceOf('held_by_merchant', currency)),
    ),
    pending: amountsOf((currency) => balanceOf('merchant_pending', currency)),
    payable: amountsOf((currency) => Math.max(0, balanceOf('merchant_available', currency))),
    livemode: reader.scope.livemode,
  };
}
