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
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { countGuess } from '../two-factor/count-guess.ts';
import { createKey } from './create-key.ts';
import { keyExpiry } from './key-expiry.ts';
import { keyPepper } from './key-pepper.ts';
import { getKey, listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';
import { updateKey } from './update-key.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;
type Routes = Pick<
  RoutesOf<'gateway'>,
  'createApiKey' | 'listApiKeys' | 'getApiKey' | 'updateApiKey' | 'rollApiKey' | 'revokeApiKey'
>;

/** The operations on API keys. */
export function keyRoutes(secrets: ServiceSecrets): Routes {
  const pepper = keyPepper(secrets);
  /** A change to keys. A restricted key that could make keys could make itself one that may do everything. */
  const keyChange = <I extends Input, O>(run: (tx: Tx, input: I) => Promise<O>) =>
    command({
      load: async ({ scope, reader }, { identity, headers }: I) => {
        onlySecretKeys(identity.keyType);
        if (scope.livemode) await countGuess(reader, scope.merchantId, headers['two-factor-code']);
      },
      run: async (tx, input) => {
        await checkSecondFactor(tx, secrets, input.headers['two-factor-code']);
        return run(tx, input);
      },
    });
  return {
    createApiKey: keyChange(async (tx, input: InputOf<'createApiKey'>) => {
      const { type, name, permissions, expiresAt, ipAllowlist, allowedOrigins } = input.body;
      const { apiKey, key } = await createKey(tx, pepper, {
        type,
        name,
        permissions: permissions ?? [],
        ipAllowlist: ipAllowlist ?? [],
        allowedOrigins: allowedOrigins ?? [],
        expiresAt: keyExpiry(expiresAt),
      });
      return { ...apiKey, secret: key };
    }),
    listApiKeys: query(async (reader, { identity, query: asked }: InputOf<'listApiKeys'>) => {
      onlySecretKeys(identity.keyType);
      return listKeys(reader, asked);
    }),
    getApiKey: query(async (reader, { identity, params }: InputOf<'getApiKey'>) => {
      onlySecretKeys(identity.keyType);
      return getKey(reader, params.id);
    }),
    updateApiKey: keyChange(async (tx, input: InputOf<'updateApiKey'>) => {
      return updateKey(tx, input.params.id, input.body);
    }),
    rollApiKey: keyChange(async (tx, input: InputOf<'rollApiKey'>) => {
      return rollKey(tx, pepper, input.params.id, input.body.expireOldAfterSeconds);
    }),
    revokeApiKey: keyChange(async (tx, input: InputOf<'revokeApiKey'>) => {
      const { id } = await revokeKey(tx, input.params.id);
      return { id, object: 'api_key' as const, deleted: true as const };
    }),
  };
}

function onlySecretKeys(type: Input['identity']['keyType']): void {
  if (type !== 'SECRET') throw new Problem('permission_denied', 'Only a secret key manages API keys.');
}
