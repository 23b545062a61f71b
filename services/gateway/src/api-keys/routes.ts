import {
  command,
  Problem,
  query,
  type Database,
  type Input,
  type RoutesOf,
  type ServiceSecrets,
  type Tx,
} from '@mizan/service-kit';
import { assertSecondFactor, countCode } from '../two-factor/assert-second-factor.ts';
import type { KeyApp } from './api-key-format.ts';
import { createApiKey, requestedKey } from './create-api-key.ts';
import { getApiKey, listApiKeys } from './read-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';
import { updateApiKey } from './update-api-key.ts';

/** What the operations on keys need of a running gateway. */
interface ApiKeyApp extends KeyApp {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
}

/** The operations on API keys. */
export function apiKeyRoutes(app: ApiKeyApp) {
  /**
   * A change to keys, for secret keys only: a restricted key that could create keys could create one with all
   * permissions.
   */
  const keyChange = <I extends Input, O>(run: (tx: Tx, input: I) => Promise<O>) =>
    command({
      load: async ({ scope }, { identity, headers }: I) => {
        assertSecretKey(identity.keyType);
        if (scope.livemode) await countCode(app.db, scope.merchantId, headers['two-factor-code']);
      },
      run: async (tx, input) => {
        await assertSecondFactor(tx, app, input.headers['two-factor-code']);
        return run(tx, input);
      },
    });
  return {
    createApiKey: keyChange((tx, { body }) => createApiKey(tx, app, requestedKey(body))),
    listApiKeys: query(async (reader, input) => {
      assertSecretKey(input.identity.keyType);
      return listApiKeys(reader, input.query);
    }),
    getApiKey: query(async (reader, { identity, params }) => {
      assertSecretKey(identity.keyType);
      return getApiKey(reader, params.id);
    }),
    updateApiKey: keyChange((tx, { params, body }) => updateApiKey(tx, params.id, body)),
    rollApiKey: keyChange((tx, { params, body }) =>
      rollApiKey(tx, app, { id: params.id, overlapSeconds: body.expireOldAfterSeconds }),
    ),
    revokeApiKey: keyChange(async (tx, { params }) => {
      const { id } = await revokeApiKey(tx, params.id);
      return { id, object: 'api_key', deleted: true };
    }),
  } satisfies Partial<RoutesOf<'gateway'>>;
}

function assertSecretKey(type: Input['identity']['keyType']): void {
  if (type !== 'SECRET') throw new Problem('permission_denied', 'Use a secret key to manage API keys.');
}
