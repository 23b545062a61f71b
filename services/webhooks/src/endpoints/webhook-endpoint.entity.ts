import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Metadata, WebhookEndpointStatus } from '@mizan/contracts';

/** A URL that a merchant wants events sent to. Its secrets are encrypted; only sending decrypts them. */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    url: p.text(),
    description: p.text().nullable(),
    status: p.text().$type<WebhookEndpointStatus>(),
    enabledEvents: p.array(),
    metadata: p.json<Metadata>(),
    secretSealed: p.blob(),
    /** Also signs until `previousSecretUntil`, while a rotation overlaps. */
    previousSecretSealed: p.blob().nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    /** While it is disabled: the sequence number of the last event that it did not miss. */
    missedAfter: p.bigint('number').nullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [{ name: 'webhook_endpoints_of_account', properties: ['merchantId', 'livemode', 'createdAt', 'id'] }],
  checks: [
    { name: 'webhook_endpoints_status', expression: `status in ('enabled', 'disabled')` },
    { name: 'webhook_endpoints_enabled_events', expression: 'cardinality(enabled_events) > 0' },
    {
      name: 'webhook_endpoints_previous_secret',
      expression: '(previous_secret_sealed is null) = (previous_secret_until is null)',
    },
    {
      name: 'webhook_endpoints_missed_after',
      expression: `missed_after is null or (status = 'disabled' and missed_after >= 0)`,
    },
    { name: 'webhook_endpoints_version', expression: 'version > 0' },
  ],
});
export type WebhookEndpoint = InferEntity<typeof WebhookEndpoint>;
