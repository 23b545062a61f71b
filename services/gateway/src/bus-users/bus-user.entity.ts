import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Mode } from '@mizan/contracts';
import { Account } from '../accounts/account.entity.ts';

/** A user of the bus. Its credentials are not stored: the public key is enough to revoke it. */
export const BusUser = defineEntity({
  name: 'BusUser',
  tableName: 'bus_users',
  properties: {
    id: p.text().collation('C').primary(),
    team: p.text(),
    /** Null: both. */
    mode: p.text().$type<Mode>().nullable(),
    /** Null: every merchant. */
    merchantId: () =>
      p
        .manyToOne(Account)
        .mapToPk()
        .joinColumn('merchant_id')
        .nullable()
        .deleteRule('restrict')
        .updateRule('no action'),
    types: p.array(),
    durables: p.array(),
    publicKey: p.text().unique('bus_users_public_key'),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'bus_users_revoked',
      expression: 'create index bus_users_revoked on bus_users (expires_at) where revoked_at is not null',
    },
  ],
  checks: [
    { name: 'bus_users_mode', expression: `mode in ('test', 'live')` },
    { name: 'bus_users_public_key_format', expression: `public_key ~ '^U[A-Z2-7]{55}$'` },
    { name: 'bus_users_expires_at', expression: 'expires_at > created_at' },
  ],
});
export type BusUser = InferEntity<typeof BusUser>;
