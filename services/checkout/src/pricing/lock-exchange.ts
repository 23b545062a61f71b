import type { AccountProfile, Currency } from '@mizan/contracts';
import { Problem, type AskContext, type Scope } from '@mizan/service-kit';
import type { LockedExchange } from './session-pricing.ts';

/** How long a rate of live mode is remembered; test mode asks each time, so that a rate that a test sets holds at once. */
const maxAgeMs = 10_000;
const maxKept = 10_000;

type Asking = Pick<AskContext, 'scope' | 'calls'>;

/** What a price in some currency is processed in. */
export interface Processing {
  readonly currency: Currency;
  readonly exchange: LockedExchange | null;
}

const kept = new Map<string, { readonly exchange: LockedExchange; readonly until: number }>();

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
  const key = keyOf(asking.scope, pricing, currency);
  const known = kept.get(key);
  if (known && known.until > performance.now()) return { currency, exchange: known.exchange };
  const { exchangeRate } = await asking.calls.lockExchangeRate({ base: pricing, quote: currency });
  const exchange = { currency: pricing, rate: exchangeRate.rate, rateId: exchangeRate.id };
  if (asking.scope.livemode) remember(key, exchange);
  return { currency, exchange };
}

/** @throws Problem `unsupported_currency`: the account takes no payments priced in it, whatever the rate */
export function checkPresentable(account: AccountProfile, pricing: Currency): void {
  const { supportedCurrencies, presentmentCurrencies } = account;
  if (supportedCurrencies.some(({ code }) => code === pricing)) return;
  if (presentmentCurrencies === null || presentmentCurrencies.includes(pricing)) return;
  throw new Problem('unsupported_currency', `The account takes no payments in ${pricing}.`, { param: 'currency' });
}

function remember(key: string, exchange: LockedExchange): void {
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, { exchange, until: performance.now() + maxAgeMs });
}

const keyOf = ({ merchantId, livemode }: Scope, base: Currency, quote: Currency): string =>
  `${merchantId} ${livemode} ${base} ${quote}`;
