import type { Currency } from '@mizan/contracts';
import { acrossMerchants, type Fragment, fragment, own, type Reader, type Scope } from '@mizan/service-kit';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { exchangeRates } from './exchange-rate.table.ts';

/** The owner of rows that apply to all accounts. */
export const allMerchants = '';

/** From this age on no payment is priced with a rate: a day, and two hours for a daily import that runs late. */
export const maxRateAgeMs = 26 * 60 * 60_000;

/** What a rate of test mode's own is marked with. */
export const seedSource = 'seed';

/**
 * Whether a rate is too old to price a payment with. Always by real time, for no clock of a test mode makes a market
 * move. What test mode came with never ages there.
 */
export const isStale = (
  { source, livemode, fetchedAt }: Pick<ExchangeRateRow, 'source' | 'livemode' | 'fetchedAt'>,
  realNow = Date.now(),
): boolean => (source !== seedSource || livemode) && realNow - fetchedAt.getTime() > maxRateAgeMs;

/** A currency and the one it is expressed in. */
export type CurrencyPair = Pick<ExchangeRateRow, 'base' | 'quote'>;

/** From when on a rate that was fetched is not stale, as `isStale` says it. */
const freshSince = (): Date => new Date(Date.now() - maxRateAgeMs);

/**
 * Which of several rates of a pair applies: the account's own, also a stale one, which is how a test simulates that; then
 * the operator's while it is not stale; then what test mode came with; the newest of each.
 */
const applicableFirst = (): Fragment => fragment`
  (merchant_id = ${allMerchants}), (merchant_id = ${allMerchants} and source <> ${seedSource} and fetched_at < ${freshSince()}),
  (source = ${seedSource}), fetched_at desc, id desc`;

/** The rate of a pair that applies to an account and mode, stale or not; undefined when there is none. */
export const findRate = ({ one, scope }: Reader, { base, quote }: CurrencyPair): Promise<ExchangeRateRow | undefined> =>
  one<ExchangeRateRow>`
    select ${exchangeRates.columns} from exchange_rates
    where ${acrossMerchants} and id = ${applicableRateId(scope, base, fragment`${quote}`)}`;

/** Its id, in the order of `applicableFirst`, by a look at the index for each kind of rate. Null when there is none. */
export function applicableRateId({ merchantId, livemode }: Scope, base: Currency, quote: Fragment): Fragment {
  const newest = (owner: string, and = fragment``): Fragment => fragment`(
    select id from exchange_rates
    where ${own({ scope: { merchantId: owner, livemode } })} and base = ${base} and quote = ${quote} ${and}
    order by fetched_at desc, id desc limit 1)`;
  return fragment`coalesce(
    ${newest(merchantId)}, ${newest(allMerchants, fragment`and source <> ${seedSource} and fetched_at >= ${freshSince()}`)},
    ${newest(allMerchants, fragment`and source = ${seedSource}`)}, ${newest(allMerchants)})`;
}

/** The rates that apply to all accounts, one for each pair and mode. @param filters conditions */
export const applicableRates = (filters: readonly Fragment[]): Fragment => fragment`
  select distinct on (livemode, base, quote) ${exchangeRates.columns} from exchange_rates
  where ${acrossMerchants} and merchant_id = ${allMerchants} ${filters.reduce((all, filter) => fragment`${all} and ${filter}`, fragment``)}
  order by livemode, base, quote, ${applicableFirst()}`;
