import type { Currency } from '@mizan/contracts';
import { fragment, type Fragment, type Reader, type Scope } from '@mizan/service-kit';
import { everybody, type ExchangeRateRow } from './exchange-rate.entity.ts';
import { seedSource } from './staleness.ts';

/** A currency and the one it is expressed in. */
export interface CurrencyPair {
  readonly base: Currency;
  readonly quote: Currency;
}

/** Which of several rates of a pair holds: the account's own, then one that somebody set, then the newest. */
const holdingFirst = fragment`(merchant_id = ${everybody}), (source = ${seedSource}), fetched_at desc, id desc`;

/** The rate of a pair that holds for an account and mode, stale or not; undefined when there is none. */
export const findRate = ({ one, scope }: Reader, { base, quote }: CurrencyPair): Promise<ExchangeRateRow | undefined> =>
  one<ExchangeRateRow>`
    select * from exchange_rates where id = ${holdingId(scope, base, fragment`${quote}`)}`;

/** What one major unit of a currency is in `quote`: exact decimal text. */
export type ConversionRate = Pick<ExchangeRateRow, 'quote' | 'rate'>;

/**
 * The rates from a currency into others, as they hold for an account and mode. Stale ones too, for nothing is priced with
 * these: an old rate counts what was spent better than none does. Currencies without a rate are left out.
 */
export async function findConversionRates(
  { sql, scope }: Reader,
  base: Currency,
  others: ReadonlySet<Currency>,
): Promise<ConversionRate[]> {
  const quotes = [...others].filter((quote) => quote !== base);
  if (quotes.length === 0) return [];
  return sql<ConversionRate>`
    select quote, rate from unnest(${quotes}::text[]) as wanted (currency)
    cross join lateral (
      select quote, rate from exchange_rates where id = ${holdingId(scope, base, fragment`wanted.currency`)}) as holding`;
}

/** Its id, by one look at the index for each kind of rate, however many there were before it. Null when there is none. */
function holdingId({ merchantId, livemode }: Scope, base: Currency, quote: Fragment): Fragment {
  const newest = (owner: string, and = fragment``): Fragment => fragment`(
    select id from exchange_rates
    where merchant_id = ${owner} and livemode = ${livemode} and base = ${base} and quote = ${quote} ${and}
    order by fetched_at desc, id desc limit 1)`;
  return fragment`coalesce(
    ${newest(merchantId)}, ${newest(everybody, fragment`and source <> ${seedSource}`)}, ${newest(everybody)})`;
}

/** The rates that hold for all accounts, one for each pair and mode. @param filters conditions, each beginning with `and` */
export const holdingRates = (filters: readonly Fragment[]): Fragment => fragment`
  select distinct on (livemode, base, quote) * from exchange_rates
  where merchant_id = ${everybody} ${filters.reduce((all, filter) => fragment`${all} ${filter}`, fragment``)}
  order by livemode, base, quote, ${holdingFirst}`;
