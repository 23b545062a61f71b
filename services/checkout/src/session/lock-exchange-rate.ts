import type { AccountProfile, Currency } from '@mizan/contracts';
import type { LoadContext } from '@mizan/service-kit';
import { unsupportedCurrency } from './payment-methods.ts';
import type { LockedExchange } from './session-pricing.ts';

/** The currency in which prices are processed, and the locked rate if that is another one. */
interface Processing {
  readonly currency: Currency;
  readonly exchange: LockedExchange | null;
}

/**
 * How prices in this currency are processed: in the currency itself where the account accepts payments in it, else in the
 * account's default currency at the current rate, which the caller keeps.
 *
 * @throws Problem `unsupported_currency`: the account accepts no payments priced in it
 * @throws Problem `exchange_rate_not_found`: there is no rate, or it is stale
 */
export async function lockExchangeRate(
  { calls }: Pick<LoadContext, 'calls'>,
  account: AccountProfile,
  pricing: Currency,
): Promise<Processing> {
  const { supportedCurrencies, presentmentCurrencies, defaultCurrency: currency } = account;
  if (supportedCurrencies.some(({ code }) => code === pricing)) return { currency: pricing, exchange: null };
  if (presentmentCurrencies !== null && !presentmentCurrencies.includes(pricing)) throw unsupportedCurrency(pricing);
  const { exchangeRate } = await calls.lockExchangeRate({ base: pricing, quote: currency });
  return { currency, exchange: { currency: pricing, rate: exchangeRate.rate, rateId: exchangeRate.id } };
}
