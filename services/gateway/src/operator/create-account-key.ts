import type { ApiKeyWithSecret, BodyOf, operations } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import type { KeyApp } from '../api-keys/api-key-format.ts';
import { createApiKey, keyExpiry } from '../api-keys/create-api-key.ts';

/**
 * Creates a key for an account, as its operator.
 *
 * @throws Problem `resource_missing`: no such account
 * @throws Problem `parameter_invalid`: as `createApiKey` and `keyExpiry`
 */
export async function createAccountKey(
  tx: Tx,
  app: KeyApp,
  body: BodyOf<(typeof operations)['createAccountKey']>,
): Promise<ApiKeyWithSecret> {
  await loadAccount(tx);
  const { apiKey, key } = await createApiKey(tx, app, {
    ...body,
    key: undefined, // never chosen by a caller
    expiresAt: keyExpiry(body.expiresAt),
  });
  return { ...apiKey, secret: key };
}
