import { fragment, type Reader } from '@mizan/service-kit';
import type { ApiKey } from './api-key.entity.ts';

/** A key without its hash, as {@link keyColumns} selects it. */
export type ApiKeyRow = Omit<ApiKey, 'keyHash'>;

export const keyColumns = fragment`
  id, merchant_id as "merchantId", livemode, type, prefix, last4, name, permissions, ip_allowlist as "ipAllowlist",
  allowed_origins as "allowedOrigins",
  api_version as "apiVersion", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
  version, created_at as "createdAt", updated_at as "updatedAt"`;

/** Matches the keys of the reader's account and mode. */
export const ownKeys = ({ scope }: Pick<Reader, 'scope'>) =>
  fragment`merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}`;

/** The key, locked until the transaction ends; undefined when the account and mode have no such key. */
export const lockKey = (tx: Reader, id: string): Promise<ApiKeyRow | undefined> =>
  tx.one<ApiKeyRow>`select ${keyColumns} from api_keys where ${ownKeys(tx)} and id = ${id} for update`;
