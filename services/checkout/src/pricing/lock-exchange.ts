import type { AccountProfile, Currency } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { LockedExchange } from './session-pricing.ts';

type Asking = Pick<LoadContext, 'calls'>;

/** What a price in some currency is processed in. */
export interface Processing {
  readonly currency: Currency;
  readonly exchange: LockedExchange | null;
}

/**
 * What prices in this currency are processed in: the currency itself where the account takes payments in it, else the
 * account's default currency at the rate of the moment, which whoever asks keeps.
 *
 * @throws Problem `unsupported_currency`: the account takes no payments priced in it
 * @throws Problem `exchange_rate_not_found`: there is no rate, or it is stale
 */
export async function lockExchange(asking: Asking, account: AccountProfile, pricing: Currency): Promise<Processing> {
  if (account.supportedCurrencies.some(({ code }) => code === pricing)) return { currency: pricing, exchange: null };
  const { defaultCurrency: currency } = account;
  checkPresentable(account, pricing);
  const { exchangeRate } = await asking.calls.lockExchangeRate({ base: pricing, quote: currency });
  return { currency, exchange: { currency: pricing, rate: exchangeRate.rate, rateId: exchangeRate.id } };
}

/** @throws Problem `unsupported_currency`: the account takes no payments priced in it, whatever the rate */
export function checkPresentable(account: AccountProfile, pricing: Currency): void {
  const { supportedCurrencies, presentmentCurrencies } = account;
  if (supportedCurrencies.some(({ code }) => code === pricing)) return;
  if (presentmentCurrencies === null || presentmentCurrencies.includes(pricing)) return;
  throw new Problem('unsupported_currency', `The account takes no payments in ${pricing}.`, { param: 'currency' });
}
