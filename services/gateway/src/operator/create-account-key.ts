import type { ApiKeyWithSecret, BodyOf, operations } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import type { KeyApp } from '../api-keys/api-key-format.ts';
import { createRequestedKey } from '../api-keys/create-api-key.ts';

/** Creates a key for an account, as its operator. @throws Problem `resource_missing`, or as {@link createRequestedKey} */
export async function createAccountKey(
  tx: Tx,
  app: KeyApp,
  body: BodyOf<(typeof operations)['createAccountKey']>,
): Promise<ApiKeyWithSecret> {
  await loadAccount(tx);
  return createRequestedKey(tx, app, body);
}
