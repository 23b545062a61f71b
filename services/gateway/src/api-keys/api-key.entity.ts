import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { ApiKeyType, Permission } from '@mizan/contracts';
import { Account } from '../accounts/account.entity.ts';

/** An API key of one account and mode. The key itself is not stored, only its HMAC. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: () =>
      p.manyToOne(Account).mapToPk().joinColumn('merchant_id').deleteRule('restrict').updateRule('no action'),
    livemode: p.boolean(),
    type: p.text().$type<ApiKeyType>(),
    keyHash: p.blob().unique('api_keys_key_hash'),
    prefix: p.text(),
    last4: p.text(),
    name: p.text().nullable(),
    /** Of a restricted key; a secret key has all permissions, a publishable one none. */
    permissions: p.array().$type<Permission[]>(),
    ipAllowlist: p.array(),
    /** Of a publishable key: origins whose pages may embed checkouts and use the key. */
    allowedOrigins: p.array().default([]),
    apiVersion: p.text(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    /** The key that rolling it created; its own expiry is then the end of the overlap. */
    replacedBy: p.text().collation('C').nullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [{ name: 'api_keys_of_account', properties: ['merchantId', 'livemode', 'createdAt', 'id'] }],
  checks: [
    { name: 'api_keys_type', expression: `type in ('SECRET', 'RESTRICTED', 'PUBLISHABLE')` },
    { name: 'api_keys_key_hash_length', expression: 'octet_length(key_hash) = 32' },
    { name: 'api_keys_permissions', expression: `type = 'RESTRICTED' or permissions = '{}'` },
    { name: 'api_keys_allowed_origins', expression: `type = 'PUBLISHABLE' or allowed_origins = '{}'` },
    { name: 'api_keys_version', expression: 'version > 0' },
  ],
});
export type ApiKey = InferEntity<typeof ApiKey>;
