import { acrossMerchants, resourceMissing, type Database, type Scope, type Tx } from '@mizan/service-kit';
import { toDeletedKey } from '../api-keys/api-key.resource.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';

/** Whose key it is and in which mode, which the operator need not know. @throws Problem `resource_missing` */
export async function scopeOfAccountKey(
  { system }: Database,
  { id, keyId }: { readonly id: string; readonly keyId: string },
): Promise<Scope> {
  const key = await system.one<{ livemode: boolean }>`
    select livemode from api_keys where ${acrossMerchants} and merchant_id = ${id} and id = ${keyId}`;
  if (!key) throw resourceMissing();
  return { merchantId: id, livemode: key.livemode };
}

/** Revokes a key of an account, as its operator. @throws Problem as {@link revokeApiKey} */
export const revokeAccountKey = async (tx: Tx, keyId: string) => toDeletedKey(await revokeApiKey(tx, keyId));
