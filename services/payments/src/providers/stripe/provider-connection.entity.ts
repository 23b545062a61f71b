import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { moment, scopeColumns } from '../../tables/columns.ts';

/** The connection of an account to a real provider, in one mode. */
export const ProviderConnectionEntity = defineEntity({
  name: 'ProviderConnection',
  tableName: 'provider_connections',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    provider: p.text().primary(),
    /** Of the account at Stripe; null for connections that were created before it was recorded. */
    stripeAccountId: p.text().strictNullable(),
    publishableKey: p.text(),
    secretKeyLast4: p.text(),
    /** The provider's secrets as JSON, sealed with AES-256-GCM by a key of the service. */
    sealed: p.blob(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A row of `provider_connections`, as raw SQL reads and writes it. */
export type ProviderConnectionRow = InferEntity<typeof ProviderConnectionEntity>;
