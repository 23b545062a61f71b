import type { Currency } from '@mizan/contracts';
import { fragment, type Fragment, type Reader, type Scope } from '@mizan/service-kit';
import { everybody, type ExchangeRateRow } from './exchange-rate.entity.ts';
import { maxRateAgeMs, seedSource } from './staleness.ts';

/** A currency and the one it is expressed in. */
export interface CurrencyPair {
  readonly base: Currency;
  readonly quote: Currency;
}

/** That the operator's rate is too old to price a payment with, as `isStale` says it. */
const isOperatorsStale = (): Fragment => fragment`
  (merchant_id = ${everybody} and source <> ${seedSource} and fetched_at < ${new Date(Date.now() - maxRateAgeMs)})`;

/**
 * Which of several rates of a pair holds: the account's own, a stale one too, for that is how a test asks what happens
 * then; then the operator's while it is not stale; then what test mode came with; the newest of each.
 */
const holdingFirst = (): Fragment =>
  fragment`(merchant_id = ${everybody}), ${isOperatorsStale()}, (source = ${seedSource}), fetched_at desc, id desc`;

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

/** Its id, in the order of `holdingFirst`, by a look at the index for each kind of rate. Null when there is none. */
function holdingId({ merchantId, livemode }: Scope, base: Currency, quote: Fragment): Fragment {
  const newest = (owner: string, and = fragment``): Fragment => fragment`(
    select id from exchange_rates
    where merchant_id = ${owner} and livemode = ${livemode} and base = ${base} and quote = ${quote} ${and}
    order by fetched_at desc, id desc limit 1)`;
  const fresh = new Date(Date.now() - maxRateAgeMs);
  return fragment`coalesce(
    ${newest(merchantId)}, ${newest(everybody, fragment`and source <> ${seedSource} and fetched_at >= ${fresh}`)},
    ${newest(everybody, fragment`and source = ${seedSource}`)}, ${newest(everybody)})`;
}

/** The rates that hold for all accounts, one for each pair and mode. @param filters conditions, each beginning with `and` */
export const holdingRates = (filters: readonly Fragment[]): Fragment => fragment`
  select distinct on (livemode, base, quote) * from exchange_rates
  where merchant_id = ${everybody} ${filters.reduce((all, filter) => fragment`${all} ${filter}`, fragment``)}
  order by livemode, base, quote, ${holdingFirst()}`;
