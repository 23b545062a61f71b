import type { Balance, BalanceAmount } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import type { LedgerAccount } from '../ledger/journals.ts';

interface StoredBalance {
  account: LedgerAccount;
  currency: BalanceAmount['currency'];
  balance: number;
}

/** What the merchant owns in this mode: one amount for each currency that ever moved, by currency. */
export async function readBalance(reader: Reader): Promise<Balance> {
  const { merchantId, livemode } = reader.scope;
  const stored = await reader.sql<StoredBalance>`
    select account, currency, balance from ledger_accounts
    where merchant_id = ${merchantId} and livemode = ${livemode} order by currency`;
  const currencies = [...new Set(stored.map(({ currency }) => currency))];
  const amountsOf = (account: LedgerAccount): BalanceAmount[] =>
    currencies.map((currency) => {
      const found = stored.find((row) => row.account === account && row.currency === currency);
      return { amount: found?.balance ?? 0, currency };
    });
  return {
    object: 'balance',
    available: amountsOf('merchant_available'),
    pending: amountsOf('merchant_pending'),
    livemode,
  };
}
