import type { Operations } from '@mizan/contracts';
import {
  command,
  Problem,
  query,
  type Database,
  type Input,
  type OperationInput,
  type RoutesOf,
  type ServiceSecrets,
  type Tx,
} from '@mizan/service-kit';
import { assertSecondFactor, countCode } from '../two-factor/assert-second-factor.ts';
import type { KeyApp } from './api-key-format.ts';
import { createApiKey, keyExpiry } from './create-api-key.ts';
import { getApiKey, listApiKeys } from './read-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';
import { updateApiKey } from './update-api-key.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;
type Routes = Pick<
  RoutesOf<'gateway'>,
  'createApiKey' | 'listApiKeys' | 'getApiKey' | 'updateApiKey' | 'rollApiKey' | 'revokeApiKey'
>;

/** What the operations on keys need of a running gateway. */
interface ApiKeyApp extends KeyApp {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
}

/** The operations on API keys. */
export function apiKeyRoutes(app: ApiKeyApp): Routes {
  /** A change to keys, for secret keys only: a restricted key that could create keys could create one with all permissions. */
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
    createApiKey: keyChange(async (tx, { body }: InputOf<'createApiKey'>) => {
      const { apiKey, key } = await createApiKey(tx, app, {
        ...body,
        key: undefined, // never chosen by a caller
        expiresAt: keyExpiry(body.expiresAt),
      });
      return { ...apiKey, secret: key };
    }),
    listApiKeys: query(async (reader, input: InputOf<'listApiKeys'>) => {
      assertSecretKey(input.identity.keyType);
      return listApiKeys(reader, input.query);
    }),
    getApiKey: query(async (reader, { identity, params }: InputOf<'getApiKey'>) => {
      assertSecretKey(identity.keyType);
      return getApiKey(reader, params.id);
    }),
    updateApiKey: keyChange((tx, { params, body }: InputOf<'updateApiKey'>) => updateApiKey(tx, params.id, body)),
    rollApiKey: keyChange((tx, { params, body }: InputOf<'rollApiKey'>) =>
      rollApiKey(tx, app, { id: params.id, overlapSeconds: body.expireOldAfterSeconds }),
    ),
    revokeApiKey: keyChange(async (tx, { params }: InputOf<'revokeApiKey'>) => {
      const { id } = await revokeApiKey(tx, params.id);
      return { id, object: 'api_key' as const, deleted: true as const };
    }),
  };
}

function assertSecretKey(type: Input['identity']['keyType']): void {
  if (type !== 'SECRET') throw new Problem('permission_denied', 'Use a secret key to manage API keys.');
}
