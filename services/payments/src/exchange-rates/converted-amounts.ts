import { type Currency, currencyDecimals } from '@mizan/contracts';
import { toAmount, toProcessing } from '@mizan/money';
import { acrossMerchants, asStored, fragment, type Reader } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { applicableRateId } from './find-rates.ts';

/** What one major unit of a currency is in `quote`: exact decimal text. */
export type ConversionRate = Pick<ExchangeRateRow, 'quote' | 'rate'>;

/**
 * The rates from a currency into others, as they apply to an account and mode. Stale ones too, because nothing is priced with
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
      select quote, rate from exchange_rates
      where ${acrossMerchants} and id = ${applicableRateId(scope, base, fragment`wanted.currency`)}) as holding`;
}

/**
 * What a charge is in other currencies, minor units, for those who add up payments of several: converted once, so that
 * it never changes. What its buyer was shown is taken as it was shown. A currency in which the amount would be more than
 * one amount may be is left out: counting must never stand in the way of a payment. Null when none is left.
 */
export function convertedAmounts(
  { amount, currency, presentmentDetails: shown }: Pick<ChargeRow, 'amount' | 'currency' | 'presentmentDetails'>,
  rates: readonly ConversionRate[],
): ChargeRow['convertedAmounts'] {
  const converted: NonNullable<ChargeRow['convertedAmounts']> = {};
  for (const { quote, rate } of rates) {
    const decimals = { presentmentDecimals: currencyDecimals[currency], processingDecimals: currencyDecimals[quote] };
    const worth = amountOrUndefined(() => toProcessing(amount, { rate, ...decimals }));
    if (worth !== undefined) converted[quote] = worth;
  }
  if (shown && shown.currency !== currency) converted[shown.currency] = shown.amount;
  return Object.keys(converted).length === 0 ? null : asStored(converted);
}

function amountOrUndefined(convert: () => number): number | undefined {
  try {
    return toAmount(convert());
  } catch (cause) {
    if (cause instanceof RangeError) return undefined; // what is out of range is one too
    throw cause;
  }
}
