import { currencyDecimals, type AccountProfile, type BodyOf, type Operations } from '@mizan/contracts';
import { convertBreakdown, toAmount, toPresentment, toProcessing, type LockedRate } from '@mizan/money';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { Provider } from '../providers/provider.ts';
import type { Wiring } from '../wiring.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';

type Creating = BodyOf<Operations['createPaymentIntent']>;
type Details = NonNullable<PaymentIntentRow['amount_details']>;
type Presentment = NonNullable<PaymentIntentRow['presentment_details']>;

/** What a new payment takes, in the currency that is processed, and what that is in the one it was asked for in. */
export interface PricedIntent {
  readonly amount: number;
  readonly currency: PaymentIntentRow['currency'];
  readonly amountDetails: Details | null;
  /** Null where the account takes payments in the currency that was asked for. */
  readonly presentmentDetails: Presentment | null;
}

/**
 * Prices a payment that belongs to no checkout: as it was asked for where the account takes payments in that currency,
 * else in the account's default currency, at a rate that the payment keeps.
 *
 * @throws Problem `unsupported_currency`: the account takes no payments priced in it
 * @throws Problem `exchange_rate_not_found`: there is no rate, or it is stale
 * @throws Problem `amount_invalid`: more than one payment can be, or nothing at all, in the other currency
 */
export async function priceIntent(
  { lockRate, provider }: Pick<Wiring, 'lockRate'> & { readonly provider: Pick<Provider, 'amountStepOf'> },
  { reader }: Pick<LoadContext, 'reader'>,
  account: AccountProfile,
  { amount, currency, amountDetails = null }: Creating,
): Promise<PricedIntent> {
  if (account.supportedCurrencies.some(({ code }) => code === currency))
    return { amount, currency, amountDetails, presentmentDetails: null };
  const { presentmentCurrencies, defaultCurrency } = account;
  if (presentmentCurrencies && !presentmentCurrencies.includes(currency))
    throw new Problem('unsupported_currency', `This account takes no payments in ${currency}.`, { param: 'currency' });
  const { exchangeRate } = await lockRate(reader, { base: currency, quote: defaultCurrency });
  const presentmentDetails = {
    amount,
    currency,
    exchangeRate: exchangeRate.rate,
    exchangeRateId: exchangeRate.id,
  };
  const locked = lockedRateOf(presentmentDetails, defaultCurrency);
  const step = provider.amountStepOf(defaultCurrency) ?? 1; // what it does not take at all, `assertTaken` refuses afterwards
  return {
    amount: checked(() => toProcessing(amount, locked, step)),
    currency: defaultCurrency,
    amountDetails: amountDetails && checked(() => convertDetails(amountDetails, locked, step)),
    presentmentDetails,
  };
}

/** What a changed amount is in the currency that the payment was asked for in, at the rate that it has. */
export const mirrorAmount = (
  amount: number,
  processing: PaymentIntentRow['currency'],
  known: Presentment,
): Presentment => ({
  ...known,
  amount: checked(() => toPresentment(amount, lockedRateOf(known, processing))),
});

const lockedRateOf = (
  { exchangeRate, currency }: Presentment,
  processing: PaymentIntentRow['currency'],
): LockedRate => ({
  rate: exchangeRate,
  presentmentDecimals: currencyDecimals[currency],
  processingDecimals: currencyDecimals[processing],
});

/** The parts of an amount, so that they add up to it in the other currency too. */
function convertDetails(
  { productAmount, discount, tax, platformFees, tip }: Details,
  locked: LockedRate,
  step: number,
): Details {
  const order = { lines: [{ subtotal: productAmount, discount, tax }], shipping: platformFees, vat: tip };
  const { lines, shipping, vat } = convertBreakdown(order, locked, step);
  const [line] = lines;
  if (!line) throw new Error('bug: an order lost its line');
  return { productAmount: line.subtotal, discount: line.discount, tax: line.tax, platformFees: shipping, tip: vat };
}

function checked<T>(compute: () => T): T {
  try {
    const result = compute();
    if (typeof result === 'number' && toAmount(result) === 0) throw new RangeError('nothing is left of it');
    return result;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause; // what is out of range is one too
    const message = 'The amount is too small or too large in the currency that is processed.';
    throw new Problem('amount_invalid', message, { param: 'amount', cause });
  }
}
