// Generated from exchange-rate.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ExchangeRateEntity, StaleRateNoticeEntity } from './exchange-rate.entity.ts';

/** The table of {@link ExchangeRateEntity}. */
export const exchangeRates = table<InferEntity<typeof ExchangeRateEntity>>('exchange_rates', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  base: 'text',
  quote: 'text',
  rate: 'numeric(20,6)',
  source: 'text',
  fetchedAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
});

/** The table of {@link StaleRateNoticeEntity}. */
export const staleRateNotices = table<InferEntity<typeof StaleRateNoticeEntity>>('stale_rate_notices', {
  merchantId: 'text',
  livemode: 'boolean',
  rateId: 'text',
  createdAt: 'timestamptz(3)',
});
