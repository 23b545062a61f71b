import { type AccountProfile, type BodyOf, currencyDecimals, type Operations } from '@mizan/contracts';
import { convertBreakdown, type LockedRate, toAmount, toPresentment, toProcessing } from '@mizan/money';
import { type LoadContext, Problem } from '@mizan/service-kit';
import { lockExchangeRate } from '../exchange-rates/lock-exchange-rate.ts';
import type { App } from '../payment/app.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { amountStepIn } from '../providers/port/capabilities.ts';

type CreateBody = BodyOf<Operations['createPaymentIntent']>;
type Details = NonNullable<PaymentIntentRow['amountDetails']>;
type Presentment = NonNullable<PaymentIntentRow['presentmentDetails']>;

/**
 * The amount of a new payment in the currency that is processed, and in that of the request, where the account does not
 * accept payments in it.
 */
export type PricedIntent = Pick<PaymentIntentRow, 'amount' | 'currency' | 'amountDetails' | 'presentmentDetails'>;

/**
 * Prices a payment that belongs to no checkout: in the currency of the request where the account accepts it, else in the
 * account's default currency, at a rate that the payment keeps.
 *
 * @throws Problem `unsupported_currency`; `exchange_rate_not_found`: there is no rate, or it is stale; `amount_invalid`:
 *   more than one payment can be, or nothing at all, in the other currency
 */
export async function priceIntent(
  { reader, scope }: Pick<LoadContext, 'reader' | 'scope'>,
  app: App,
  { account, body }: { readonly account: AccountProfile; readonly body: CreateBody },
): Promise<PricedIntent> {
  const { amount, currency, amountDetails = null } = body;
  if (account.supportedCurrencies.some(({ code }) => code === currency))
    return { amount, currency, amountDetails, presentmentDetails: null };
  const { presentmentCurrencies, defaultCurrency } = account;
  if (presentmentCurrencies && !presentmentCurrencies.includes(currency))
    throw new Problem('unsupported_currency', `This account does not accept payments in ${currency}.`, {
      param: 'currency',
    });
  const { exchangeRate } = await lockExchangeRate(reader, app, { base: currency, quote: defaultCurrency });
  const { rate, id: exchangeRateId } = exchangeRate;
  const presentmentDetails = { amount, currency, exchangeRate: rate, exchangeRateId };
  const locked = lockedRateOf(presentmentDetails, defaultCurrency);
  const step = amountStepIn(scope, defaultCurrency);
  return {
    amount: checked(() => toProcessing(amount, locked, step)),
    currency: defaultCurrency,
    amountDetails: amountDetails && checked(() => convertDetails(amountDetails, locked, step)),
    presentmentDetails,
  };
}

/** A changed amount in the currency of the original request, at the rate that the payment keeps. */
export const toPresentmentDetails = (
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
