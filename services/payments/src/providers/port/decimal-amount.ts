import { type Currency, currencyDecimals } from '@mizan/contracts';
import { formatMinor } from '@mizan/money';

/** Minor units as a text in major units, with exactly the currency's decimals: 1005 KWD is `1.005`. */
export const toDecimal = (amount: number, currency: Currency): string =>
  formatMinor(amount, currencyDecimals[currency]);

/** Major units as minor units; undefined for what is no amount of the currency. */
export function fromDecimal(amount: string | number, currency: Currency): number | undefined {
  const decimals = currencyDecimals[currency];
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(decimals))) return undefined;
  return Number(whole) * 10 ** decimals + Number(fraction.slice(0, decimals).padEnd(decimals, '0'));
}
