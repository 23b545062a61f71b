import { currencyDecimals } from '@mizan/contracts';
import { toAmount, toProcessing } from '@mizan/money';
import { asStored } from '@mizan/service-kit';
import type { ConversionRate } from '../exchange-rates/find-rates.ts';
import type { ChargeRow } from './charge.entity.ts';

/** What is about to be charged. */
type Charging = Pick<ChargeRow, 'amount' | 'currency'> & {
  readonly presentmentDetails: ChargeRow['presentment_details'];
};

/**
 * What a charge is in other currencies, minor units, for those who add up payments of several: converted once, so that
 * it never changes. What its buyer was shown is taken as it was shown. A currency in which the amount would be more than
 * one amount may be is left out: counting must never stand in the way of a payment. Null when none is left.
 */
export function convertedAmounts(
  { amount, currency, presentmentDetails: shown }: Charging,
  rates: readonly ConversionRate[],
): ChargeRow['converted_amounts'] {
  const converted: NonNullable<ChargeRow['converted_amounts']> = {};
  for (const { quote, rate } of rates) {
    const decimals = { presentmentDecimals: currencyDecimals[currency], processingDecimals: currencyDecimals[quote] };
    const worth = amountOrNothing(() => toProcessing(amount, { rate, ...decimals }));
    if (worth !== undefined) converted[quote] = worth;
  }
  if (shown && shown.currency !== currency) converted[shown.currency] = shown.amount;
  return Object.keys(converted).length === 0 ? null : asStored(converted);
}

function amountOrNothing(convert: () => number): number | undefined {
  try {
    return toAmount(convert());
  } catch (cause) {
    if (cause instanceof RangeError) return undefined; // what is out of range is one too
    throw cause;
  }
}
