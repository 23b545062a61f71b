import type { ExchangeRate, Operations, QueryOf } from '@mizan/contracts';
import { fragment, type Reader } from '@mizan/service-kit';
import { when } from '../tables/list-filters.ts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { exchangeRates } from './exchange-rate.table.ts';
import { applicableRates } from './find-rates.ts';

/** The rates that hold for all accounts, newest first. */
export async function listExchangeRates(
  { sql, one }: Reader,
  { base, quote, mode, page, limit }: QueryOf<Operations['listExchangeRates']>,
): Promise<{ data: ExchangeRate[]; totalCount: number }> {
  const holding = applicableRates([
    ...when(base, (currency) => fragment`base = ${currency}`),
    ...when(quote, (currency) => fragment`quote = ${currency}`),
    ...when(mode, (wanted) => fragment`livemode = ${wanted === 'live'}`),
  ]);
  const [rows, counted] = await Promise.all([
    sql<ExchangeRateRow>`
      select ${exchangeRates.as('holding')} from (${holding}) as holding
      order by fetched_at desc, livemode, base, quote limit ${limit} offset ${(page - 1) * limit}`,
    one<{ totalCount: number }>`select count(*)::int as total_count from (${holding}) as holding`,
  ]);
  return { data: rows.map(toExchangeRateResource), totalCount: counted?.totalCount ?? 0 };
}
