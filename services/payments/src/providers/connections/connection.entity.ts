import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ConnectedMethod, ProviderConnection } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns } from '../../tables/columns.ts';

/** The connection of an account to a real provider. */
export const ConnectionEntity = defineEntity({
  name: 'Connection',
  tableName: 'connections',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    provider: p.text().$type<ProviderConnection['provider']>(),
    settlesTo: p.text().$type<ProviderConnection['settlesTo']>(),
    status: p.text().$type<ProviderConnection['status'] | 'DELETED'>(),
    methods: p.json<readonly ConnectedMethod[]>(),
    /** Of the account at the provider; null where the provider does not tell. */
    providerAccount: p.text().strictNullable(),
    /** What is no secret of the credentials. */
    publicConfig: p.json<Record<string, string>>(),
    /** The last four characters of each secret. */
    credentialHints: p.json<Record<string, string>>(),
    /** The secrets as JSON, sealed with AES-256-GCM by a key of the service; empty of a deleted connection. */
    sealed: p.blob(),
    lastCheckedAt: moment().strictNullable(),
    lastError: p.text().strictNullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    { name: 'connections_settles_to', expression: `settles_to in ('platform', 'merchant')` },
    { name: 'connections_status', expression: `status in ('ACTIVE', 'INVALID', 'DELETED')` },
  ],
  indexes: indexesOf('connections', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    account: '(provider, provider_account)', // of all merchants
  }),
});

/** A row of `connections`, as raw SQL reads and writes it. */
export type ConnectionRow = InferEntity<typeof ConnectionEntity>;
