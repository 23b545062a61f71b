import type { ProviderName, SettlesTo } from '@mizan/contracts';
import { acrossMerchants, Problem, type Tx } from '@mizan/service-kit';
import { isConnected } from '../providers/connections/connection-store.ts';

/** A connection that is about to be made, or moved to another account at its provider. */
export interface Holding {
  readonly provider: ProviderName;
  /** Null where the provider does not name its accounts: then nothing can be compared. */
  readonly providerAccount: string | null;
  readonly settlesTo: SettlesTo;
  /** Who sent the request: a refusal names another merchant to the operator alone. */
  readonly sentBy: 'operator' | 'merchant';
  /** The parameter of the request that can be changed. */
  readonly param: 'settlesTo' | 'credentials';
}

/**
 * Refuses a connection to an account at a provider to which another merchant is connected with the other `settlesTo`: the
 * provider pays one party for the account, so the books of one of the two would be wrong. A merchant's own connections may contradict
 * each other: one replaces the other where the first was made with the wrong value. Called in the transaction that writes the
 * connection: of two at the same time the second is refused.
 *
 * @throws Problem `parameter_invalid`
 */
export async function lockOneHolder({ sql, one, scope }: Tx, holding: Holding): Promise<void> {
  const { provider, providerAccount, settlesTo } = holding;
  if (providerAccount === null) return;
  const account = `account ${provider} ${providerAccount} ${scope.livemode}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`;
  const other = await one<Contradiction>`
    select id, merchant_id, settles_to from connections
    where ${acrossMerchants} and ${isConnected} and provider = ${provider} and provider_account = ${providerAccount}
      and livemode = ${scope.livemode} and merchant_id <> ${scope.merchantId} and settles_to <> ${settlesTo}
    order by created_at, id limit 1`;
  if (other) throw new Problem('parameter_invalid', describe(holding, other), { param: holding.param });
}

interface Contradiction {
  readonly id: string;
  readonly merchantId: string;
  readonly settlesTo: SettlesTo;
}

function describe({ provider, settlesTo, sentBy }: Holding, { id, merchantId, settlesTo: connected }: Contradiction) {
  if (sentBy === 'merchant')
    return `This account at ${provider} is connected already, as one that pays the ${connected}, and your connection would be of one that pays the ${settlesTo}. A provider pays one party for an account: connect another account at ${provider}, or ask the operator of the platform.`;
  return `${merchantId} is connected to the same account at ${provider} with settlesTo ${connected}, by ${id}. A provider pays one party for an account, so ${settlesTo} would make the books of one of the two wrong. Use settlesTo ${connected}, or disconnect the others first.`;
}
