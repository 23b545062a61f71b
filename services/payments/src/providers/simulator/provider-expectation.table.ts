// Generated from provider-expectation.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ProviderExpectationEntity } from './provider-expectation.entity.ts';

/** The table of {@link ProviderExpectationEntity}. */
export const providerExpectations = table<InferEntity<typeof ProviderExpectationEntity>>('provider_expectations', {
  merchantId: 'text',
  livemode: 'boolean',
  id: 'text',
  operation: 'text',
  amount: 'bigint',
  metadata: 'jsonb',
  reference: 'text',
  fault: 'jsonb',
  remaining: 'int',
  expiresAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
});
