import type { EventObject } from '@mizan/contracts';

/** Whose the probes are. */
export const probeScope = { merchantId: 'acct_probe', livemode: false };

/** The smallest product that its contract accepts. */
export const probeProduct = (id: string): EventObject<'product.deleted'> => ({
  id,
  object: 'product',
  name: 'Probe',
  description: null,
  image: null,
  unitLabel: null,
  active: true,
  isSystemCreated: false,
  metadata: null,
  defaultPriceId: null,
  merchantId: probeScope.merchantId,
  prices: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
