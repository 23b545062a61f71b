import type { Operations } from '@mizan/contracts';
import {
  command,
  Problem,
  query,
  type Input,
  type OperationInput,
  type RoutesOf,
  type ServiceSecrets,
  type Tx,
} from '@mizan/service-kit';
import { assertSecondFactor, countCode } from '../two-factor/assert-second-factor.ts';
import { keyPepper, type KeyApp } from './api-key-format.ts';
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

/** The operations on API keys. */
export function keyRoutes(secrets: ServiceSecrets): Routes {
  const app: KeyApp = { pepper: keyPepper(secrets) };
  /** A change to keys, for secret keys only: a restricted key that could create keys could create one with all permissions. */
  const keyChange = <I extends Input, O>(run: (tx: Tx, input: I) => Promise<O>) =>
    command({
      ask: async ({ scope, reader }, { identity, headers }: I) => {
        assertSecretKey(identity.keyType);
        if (scope.livemode) await countCode(reader, scope.merchantId, headers['two-factor-code']);
      },
      run: async (tx, input) => {
        await assertSecondFactor(tx, secrets, input.headers['two-factor-code']);
        return run(tx, input);
      },
    });
  return {
    createApiKey: keyChange(async (tx, input: InputOf<'createApiKey'>) => {
      const { type, name, permissions, expiresAt, ipAllowlist, allowedOrigins } = input.body;
      const { apiKey, key } = await createApiKey(tx, app, {
        type,
        name,
        permissions: permissions ?? [],
        ipAllowlist: ipAllowlist ?? [],
        allowedOrigins: allowedOrigins ?? [],
        expiresAt: keyExpiry(expiresAt),
      });
      return { ...apiKey, secret: key };
    }),
    listApiKeys: query(async (reader, { identity, query: page }: InputOf<'listApiKeys'>) => {
      assertSecretKey(identity.keyType);
      return listApiKeys(reader, page);
    }),
    getApiKey: query(async (reader, { identity, params }: InputOf<'getApiKey'>) => {
      assertSecretKey(identity.keyType);
      return getApiKey(reader, params.id);
    }),
    updateApiKey: keyChange(async (tx, input: InputOf<'updateApiKey'>) => {
      return updateApiKey(tx, input.params.id, input.body);
    }),
    rollApiKey: keyChange(async (tx, input: InputOf<'rollApiKey'>) => {
      return rollApiKey(tx, app, { id: input.params.id, overlapSeconds: input.body.expireOldAfterSeconds });
    }),
    revokeApiKey: keyChange(async (tx, input: InputOf<'revokeApiKey'>) => {
      const { id } = await revokeApiKey(tx, input.params.id);
      return { id, object: 'api_key' as const, deleted: true as const };
    }),
  };
}

function assertSecretKey(type: Input['identity']['keyType']): void {
  if (type !== 'SECRET') throw new Problem('permission_denied', 'Use a secret key to manage API keys.');
}
