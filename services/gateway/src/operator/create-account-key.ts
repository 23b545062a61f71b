import type { ApiKeyWithSecret, BodyOf, operations } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import type { KeyApp } from '../api-keys/api-key-format.ts';
import { createApiKey, requestedKey } from '../api-keys/create-api-key.ts';

/** Creates a key for an account, as its operator. @throws Problem `resource_missing`, or as {@link createApiKey} */
export async function createAccountKey(
  tx: Tx,
  app: KeyApp,
  body: BodyOf<(typeof operations)['createAccountKey']>,
): Promise<ApiKeyWithSecret> {
  await loadAccount(tx);
  return createApiKey(tx, app, requestedKey(body));
}
