import { acrossMerchants, type Database, type Scope } from '@mizan/service-kit';
import type { Connection } from '../providers/port/connection.ts';

/** The connection that took a charge. */
export interface Taker {
  readonly scope: Scope;
  /** Null for charges that are older than connections. */
  readonly connectionId: string | null;
}

/**
 * Who took the charge that a callback or a returning browser names: the merchant of the connection whose address was used, or another
 * one whose connection is to the same account at the provider. Some providers know one address for an account of theirs, whichever
 * of its merchants a payment is for. Undefined for a charge of anyone else.
 */
export async function findTaker(
  { system }: Database,
  { scope, provider, providerAccount }: Pick<Connection, 'scope' | 'provider' | 'providerAccount'>,
  chargeId: string,
): Promise<Taker | undefined> {
  const row = await system.one<Scope & Pick<Taker, 'connectionId'>>`
    select merchant_id, livemode, connection_id from charges
    where ${acrossMerchants} and id = ${chargeId} and provider = ${provider}
      and ((merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}) or exists (
        select 1 from connections taker
        where taker.merchant_id = charges.merchant_id and taker.livemode = charges.livemode and taker.id = charges.connection_id
          and taker.provider_account = ${providerAccount}))`;
  return row && { scope: { merchantId: row.merchantId, livemode: row.livemode }, connectionId: row.connectionId };
}
