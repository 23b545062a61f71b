import type { Balance, BalanceAmount } from '@mizan/contracts';
import type { LedgerAccountRow } from '../ledger/ledger.entity.ts';

/** A stored balance of a merchant and mode. */
export type StoredBalance = Pick<LedgerAccountRow, 'account' | 'currency' | 'balance' | 'version'>;

/** The balance as the API and its events show it: one amount for each currency that ever moved. */
export function toBalanceResource(stored: readonly StoredBalance[], livemode: boolean): Balance {
  const currencies = [...new Set(stored.map(({ currency }) => currency))].toSorted();
  const amountsOf = (account: StoredBalance['account']): BalanceAmount[] =>
    currencies.map((currency) => ({
      amount: stored.find((row) => row.account === account && row.currency === currency)?.balance ?? 0,
      currency,
    }));
  return {
    object: 'balance',
    available: amountsOf('merchant_available'),
    pending: amountsOf('merchant_pending'),
    livemode,
  };
}

/** The version of a balance: how often any of its parts was posted to. */
export const balanceVersionOf = (stored: readonly StoredBalance[]): number =>
  stored.reduce((sum, { version }) => sum + version, 0);
