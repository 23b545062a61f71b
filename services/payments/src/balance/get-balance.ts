import type { Balance } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import { toBalanceResource, type StoredBalance } from './balance.resource.ts';

/** What the merchant owns in this mode. */
export async function getBalance(reader: Reader): Promise<Balance> {
  const { merchantId, livemode } = reader.scope;
  const stored = await reader.sql<StoredBalance>`
    select account, currency, balance, version from ledger_accounts
    where merchant_id = ${merchantId} and livemode = ${livemode}`;
  return toBalanceResource(stored, livemode);
}
