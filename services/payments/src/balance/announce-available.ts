import { fragment, type Fragment, type Tx } from '@mizan/service-kit';
import { afterBalances } from '../ledger/post-journals.ts';
import { readBalance } from './read-balance.ts';

/**
 * The statement that takes the next version of the merchant's balance, when funds become available. Its row stays locked
 * until the transaction ends, so that versions and amounts of different currencies are published in one order.
 */
export const nextBalanceVersion = ({ scope }: Tx, isAvailable: boolean): Fragment => fragment`
  insert into balances (merchant_id, livemode, version)
  select ${scope.merchantId}, ${scope.livemode}::boolean, 1 ${afterBalances} and ${isAvailable}::boolean
  on conflict (merchant_id, livemode) do update set version = balances.version + 1
  returning version`;

/** Publishes the balance as it is after this transaction. @param version from {@link nextBalanceVersion} */
export async function announceAvailable(tx: Tx, version: number): Promise<void> {
  tx.emit('balance.available', { object: await readBalance(tx), version });
}
