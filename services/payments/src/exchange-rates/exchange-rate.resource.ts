import type { ExchangeRate } from '@mizan/contracts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { isStale } from './find-rates.ts';

/** The rate as the API and its event show it. */
export const toExchangeRateResource = (row: ExchangeRateRow): ExchangeRate => ({
  id: row.id,
  object: 'exchange_rate',
  base: row.base,
  quote: row.quote,
  rate: Number(row.rate), // fifteen digits at most: a number holds them all
  source: row.source,
  fetchedAt: row.fetchedAt.toISOString(),
  isStale: isStale(row),
  livemode: row.livemode,
  createdAt: row.createdAt.toISOString(),
});
