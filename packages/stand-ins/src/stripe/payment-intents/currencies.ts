import { invalidRequest, refused } from '../api/refusal.ts';

/** Smallest charge by currency, where Stripe's page about currencies has one; 50 units elsewhere. */
const smallest: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  cad: 50,
  chf: 50,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
};

const others = ['bhd', 'cny', 'egp', 'jod', 'kwd', 'mad', 'omr', 'qar', 'sar', 'tnd', 'try', 'zar'];
const supported = [...Object.keys(smallest), ...others];

/** Three decimals, of which the last one must be 0: card networks keep two. */
const ofThreeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

const largest = 99_999_999;

/** @throws StripeRefusal 400: unknown, or not in lower case */
export function assertCurrency(currency: string): void {
  if (!supported.includes(currency))
    throw invalidRequest(
      `Invalid currency: ${currency.slice(0, 20)}. Stripe currently supports these currencies: ${supported.join(', ')}`,
      undefined,
      'currency',
    );
}

/** @param param that the amount came in. @throws StripeRefusal 400 for an amount that cannot be charged */
export function assertChargeable(amount: number, currency: string, param = 'amount'): void {
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', 'parameter_invalid_integer', param);
  assertStep(amount, currency, param);
  const minimum = smallest[currency] ?? 50;
  if (amount < minimum) throw refused(`Amount must be at least ${minimum} ${currency}`, 'amount_too_small', param);
  if (amount > largest) throw refused(`Amount must be no more than ${largest} ${currency}`, 'amount_too_large', param);
}

/** @throws StripeRefusal 400: an amount of three decimals that does not end in 0 */
export function assertStep(amount: number, currency: string, param: string): void {
  if (ofThreeDecimals.includes(currency) && amount % 10 !== 0)
    throw refused(`Amounts in ${currency} must be a multiple of 10.`, undefined, param);
}
