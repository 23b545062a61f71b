import type { Currency } from '@mizan/contracts';
import { fragment, type Fragment, type Reader } from '@mizan/service-kit';
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
    select * from exchange_rates
    where merchant_id in (${scope.merchantId}, ${everybody}) and livemode = ${scope.livemode}
      and base = ${base} and quote = ${quote}
    order by ${holdingFirst()} limit 1`;

/** The rates that hold for all accounts, one for each pair and mode. @param filters conditions, each beginning with `and` */
export const holdingRates = (filters: readonly Fragment[]): Fragment => fragment`
  select distinct on (livemode, base, quote) * from exchange_rates
  where merchant_id = ${everybody} ${filters.reduce((all, filter) => fragment`${all} ${filter}`, fragment``)}
  order by livemode, base, quote, ${holdingFirst()}`;
