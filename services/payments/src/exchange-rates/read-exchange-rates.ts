import type { ExchangeRate, Operations, QueryOf } from '@mizan/contracts';
import { fragment, type Reader } from '@mizan/service-kit';
import { when } from '../tables/read-page.ts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { applicableRates } from './find-rates.ts';

/** The rates that hold for all accounts, newest first. */
export async function listExchangeRates(
  { sql, one }: Reader,
  { base, quote, mode, page, limit }: QueryOf<Operations['listExchangeRates']>,
): Promise<{ data: ExchangeRate[]; totalCount: number }> {
  const holding = applicableRates([
    ...when(base, (currency) => fragment`and base = ${currency}`),
    ...when(quote, (currency) => fragment`and quote = ${currency}`),
    ...when(mode, (wanted) => fragment`and livemode = ${wanted === 'live'}`),
  ]);
  const [rows, counted] = await Promise.all([
    sql<ExchangeRateRow>`
      select * from (${holding}) as holding
      order by fetched_at desc, livemode, base, quote limit ${limit} offset ${(page - 1) * limit}`,
    one<{ totalCount: number }>`select count(*)::int as "totalCount" from (${holding}) as holding`,
  ]);
  return { data: rows.map(toExchangeRateResource), totalCount: counted?.totalCount ?? 0 };
}
