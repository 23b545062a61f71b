import { Currency, currencyDecimals } from '@mizan/contracts';
import { DecimalInvalid, formatMinor, parseDecimal } from '@mizan/money';
import { CommandError } from './command-error.ts';
import { inLatinNumber } from './typed-numbers.ts';

/** An amount in major units of its currency. */
export const decimalOf = ({ amount, currency }: { readonly amount: number; readonly currency: Currency }): string =>
  formatMinor(amount, currencyDecimals[currency]);

/**
 * An amount that people write in major units, in minor units: `249.50` of EGP is 24950, and so is `٢٤٩٫٥٠`.
 *
 * @throws CommandError for text that is no amount of the currency
 */
export function minorUnitsOf(text: string, currency: Currency): number {
  const decimals = currencyDecimals[currency];
  try {
    return Number(parseDecimal(inLatinNumber(text), decimals));
  } catch (cause) {
    if (!(cause instanceof DecimalInvalid)) throw cause;
    throw new CommandError(`${text} is not an amount in ${currency}: write it like ${formatMinor(24_950, decimals)}.`, {
      cause,
    });
  }
}

/** The same for an amount that is to be moved. @throws CommandError also for zero */
export function positiveMinorUnitsOf(text: string, currency: Currency): number {
  const amount = minorUnitsOf(text, currency);
  if (amount < 1) throw new CommandError(`The amount must be at least ${moneyText(1, currency)}.`);
  return amount;
}

/** An amount as people read it: `EGP 1,000.00`. */
export function moneyText(amount: number, currency: Currency): string {
  const [whole = '', fraction] = formatMinor(amount, currencyDecimals[currency]).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${currency} ${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

const filter = /^(?:(eq|gt|lt):)?([^:,]+)$|^(bt):([^:,]+),([^:,]+)$/;

/**
 * A filter of amounts in major units as the API wants it: `249.50` or `eq:249.50` of EGP is `eq:24950`, and `gt:`, `lt:`
 * and `bt:100,500` likewise.
 *
 * @throws CommandError for text that is no filter, or no amount of the currency
 */
export function amountFilterOf(text: string, currency: Currency): string {
  const [, single = 'eq', amount, between, from, to] = filter.exec(text) ?? [];
  if (amount !== undefined) return `${single}:${minorUnitsOf(amount, currency)}`;
  if (between === undefined || from === undefined || to === undefined)
    throw new CommandError(`${text} is not a filter of amounts: write 249.50, gt:100, lt:500 or bt:100,500.`);
  const [least, most] = [minorUnitsOf(from, currency), minorUnitsOf(to, currency)];
  if (least > most) throw new CommandError(`${text}: the first amount must not be greater than the second.`);
  return `bt:${least},${most}`;
}

/**
 * A message of the API that names amounts "in the smallest unit of EGP", in major units, which the user has typed: "amount
 * must be from EGP 0.01 to EGP 300.00". Any other message stays as it is.
 */
export function inMajorUnits(message: string): string {
  if (!message.includes('smallest unit')) return message;
  const currency = [...message.matchAll(/\b[A-Z]{3}\b/g)]
    .map(([code]) => Currency.safeParse(code).data)
    .find((each) => each !== undefined);
  if (currency === undefined) return message;
  const [sentence = '', ...origin] = message.split('\n');
  const amounts = sentence
    .replaceAll(/,? in (?:the|its) smallest unit(?: of [A-Z]{3})?/g, '')
    .replaceAll(/(?<![\w.-])\d+(?![\w-])/g, (digits) => moneyText(Number(digits), currency));
  return [amounts, ...origin].join('\n');
}

/** Runs a request whose amounts the user has typed in major units; its errors name them so as well. */
export async function withMajorUnits<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof CommandError) thrown.message = inMajorUnits(thrown.message);
    throw thrown;
  }
}
