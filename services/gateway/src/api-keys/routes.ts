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
import { toDeletedKey } from './api-key.resource.ts';
import { createRequestedKey } from './create-api-key.ts';
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
  const codeOf = ({ identity, headers }: Input) => ({ keyId: identity.keyId, code: headers['two-factor-code'] });
  /**
   * A change that gives out or widens keys, for secret keys only: a restricted key that could create keys could create one
   * with all permissions. The stored answer holds a secret, so a retry needs the second factor, too.
   */
  const keyChange = <I extends Input, O>(run: (tx: Tx, input: I) => Promise<O>) =>
    command({
      load: async ({ scope }, input: I) => {
        assertSecretKey(input.identity.keyType);
        if (scope.livemode) await countCode(app.db, codeOf(input));
      },
      run: async (tx, input) => {
        await assertSecondFactor(tx, app, codeOf(input));
        return run(tx, input);
      },
      beforeReplay: async ({ scope }, input) => {
        assertSecretKey(input.identity.keyType);
        if (!scope.livemode) return;
        await countCode(app.db, codeOf(input));
        await app.db.transact(scope, (tx) => assertSecondFactor(tx, { ...app, mayRepeat: true }, codeOf(input)));
      },
    });
  return {
    createApiKey: keyChange((tx, { body }) => createRequestedKey(tx, app, body)),
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
    // Without the second factor: it only takes power away, and somebody with a leaked key must not be able to delay it.
    revokeApiKey: command(async (tx, { identity, params }) => {
      assertSecretKey(identity.keyType);
      return toDeletedKey(await revokeApiKey(tx, params.id));
    }),
  } satisfies Partial<RoutesOf<'gateway'>>;
}

function assertSecretKey(type: Input['identity']['keyType']): void {
  if (type !== 'SECRET') throw new Problem('permission_denied', 'Use a secret key to manage API keys.');
}
