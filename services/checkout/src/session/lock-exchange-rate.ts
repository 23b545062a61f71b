import type { AccountProfile, Currency } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { LockedExchange } from './session-pricing.ts';

/** The currency in which prices are processed, and the locked rate if that is another one. */
export interface Processing {
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
  context: Pick<LoadContext, 'calls'>,
  account: AccountProfile,
  pricing: Currency,
): Promise<Processing> {
  if (account.supportedCurrencies.some(({ code }) => code === pricing)) return { currency: pricing, exchange: null };
  const { defaultCurrency: currency } = account;
  assertPresentable(account, pricing);
  const { exchangeRate } = await context.calls.lockExchangeRate({ base: pricing, quote: currency });
  return { currency, exchange: { currency: pricing, rate: exchangeRate.rate, rateId: exchangeRate.id } };
}

/** @throws Problem `unsupported_currency`: the account accepts no payments priced in it, whatever the rate */
export function assertPresentable(account: AccountProfile, pricing: Currency): void {
  const { supportedCurrencies, presentmentCurrencies } = account;
  if (supportedCurrencies.some(({ code }) => code === pricing)) return;
  if (presentmentCurrencies === null || presentmentCurrencies.includes(pricing)) return;
  throw new Problem('unsupported_currency', `The account does not accept payments in ${pricing}.`, {
    param: 'currency',
  });
}
