import { defineEntity, p } from '@mikro-orm/core';
import { moment, scopeColumns } from '../../tables/columns.ts';

/** The table that replicas of 0.2 read while they are replaced; its rows were copied to `connections`. */
export const FormerConnectionEntity = defineEntity({
  name: 'FormerConnection',
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
