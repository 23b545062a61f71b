// Generated from provider-route.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ProviderRouteEntity } from './provider-route.entity.ts';

/** The table of {@link ProviderRouteEntity}. */
export const providerRoutes = table<InferEntity<typeof ProviderRouteEntity>>('provider_routes', {
  merchantId: 'text',
  livemode: 'boolean',
  paymentMethodType: 'text',
  currency: 'text',
  connectionIds: 'text[]',
});
