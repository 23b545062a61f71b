import { Currency, idPrefixes, nounOfId } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { InvalidArgumentError, Option } from 'commander';
import { isDay } from './days.ts';

type IdPrefix = keyof typeof idPrefixes;

/** Parser of codes such as EGP. */
export const upperCase = (text: string): string => text.toUpperCase();

/** Parser of a repeatable option whose values may also be separated by commas. */
export const commaSeparated = (text: string, previous: string[] = []): string[] => [
  ...previous,
  ...text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
];

/** Parser of a whole number. @param unit plural, for the error message */
export const wholeNumberOf =
  (unit: string) =>
  (typed: string): number => {
    const text = inLatinDigits(typed);
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError(`It must be a whole number of ${unit}.`);
    return Number(text);
  };

/** Parser of the URL of a local handler; the scheme may be left out, and the host with it: `localhost:3000/hooks`, `3000`. */
export function httpUrl(text: string): string {
  const address = /^:?\d+(?:\/|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text;
  const url = address.includes('://') ? address : `http://${address}`;
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new InvalidArgumentError('It must be an http or https URL, such as http://localhost:3000/hooks.');
  return url;
}

/** An option with fixed values, in whatever case they are typed: `--status succeeded`. */
export const choiceOption = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values).argParser((text) => {
    const value = values.find((each) => each.toLowerCase() === text.toLowerCase());
    if (value === undefined) throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}.`);
    return value;
  });

/** Parser of a currency code, in any case. */
export function toCurrency(text: string): Currency {
  const { data: currency } = Currency.safeParse(text.toUpperCase());
  if (!currency) throw new InvalidArgumentError(`Allowed choices are ${Currency.options.join(', ')}.`);
  return currency;
}

/** The commands that find IDs. */
const finders: Partial<Record<IdPrefix, string>> = {
  acct: 'accounts list',
  ba: 'payouts bank-accounts',
  bu: 'bus users list',
  cus: 'customers list --search',
  dp: 'disputes list',
  key: 'keys list',
  pi: 'payments list',
  plink: 'links list',
  po: 'payouts list',
  pvc: 'providers list <account>',
  re: 'refunds list',
};

/** Parser of the ID of an object, which begins with one of these prefixes. Blanks around it, which a paste may add, are left out. */
export const idOf =
  (...prefixes: readonly [IdPrefix, ...IdPrefix[]]) =>
  (given: string): string => {
    const text = given.trim();
    if (prefixes.some((prefix) => text.startsWith(`${prefix}_`))) return text;
    const wanted = prefixes.map((prefix) => `${idPrefixes[prefix]} ID (${prefix}_…)`).join(' or ');
    const article = /^[aeiou]/i.test(wanted) ? 'an' : 'a';
    throw new InvalidArgumentError(`\`${text}\` is not ${article} ${wanted}.${findingOf(prefixes[0])}`);
  };

const findingOf = (prefix: IdPrefix): string => {
  const finder = finders[prefix];
  return finder ? ` Find it with mizan ${finder}.` : '';
};

/** Characters after the prefix of an ID that the platform has made. */
const idLength = 24;

/** The same for a filter, where an ID that is cut off would find nothing instead of being refused by the API. */
export const wholeIdOf =
  (prefix: IdPrefix) =>
  (given: string): string => {
    const id = idOf(prefix)(given);
    if (new RegExp(`^${prefix}_[0-9A-Za-z]{${idLength}}$`).test(id)) return id;
    throw new InvalidArgumentError(
      `\`${id}\` is not a complete ID: there are ${idLength} letters and digits after ${prefix}_.${findingOf(prefix)}`,
    );
  };

/** Parser of the ID of an object of any kind. */
export function anyId(given: string): string {
  const text = given.trim();
  if (nounOfId(text) === undefined)
    throw new InvalidArgumentError(
      `\`${text}\` is not the ID of an object, such as pi_… of a payment or cus_… of a customer.`,
    );
  return text;
}

/** A day, or a day and a time with or without an offset. JavaScript also reads `05/03/2027`, month first, and `2027-1-5`, in another time zone than `2027-01-05`. */
const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/** Parser of a time, ISO 8601; without an offset, it is that of this machine, and a day alone is its start in UTC. @returns ISO 8601 in UTC */
export function toTimestamp(typed: string): string {
  const text = inLatinDigits(typed);
  const [, day] = isoTime.exec(text) ?? [];
  if (day === undefined || !isDay(day))
    throw new InvalidArgumentError('It must be a time such as 2026-12-01T12:00:00Z, or a day such as 2026-12-01.');
  return new Date(text).toISOString();
}

/** The same for the last moment at which something may be done: a day alone is its end in UTC, so that none of it is lost. */
export const toDeadline = (typed: string): string => {
  const text = inLatinDigits(typed);
  return toTimestamp(isDay(text) ? `${text}T23:59:59Z` : text);
};

/** The time zone of this machine, IANA. */
export const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `--timezone`. @param description what it is for */
export const timezoneOption = (description = 'of the times shown'): Option =>
  new Option('--timezone <name>', `${description}, such as Africa/Cairo`)
    .default(ownTimezone(), `that of this machine, ${ownTimezone()}`)
    .argParser(toTimezone);

/** Parser of the name of a time zone. */
export function toTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be a name such as Africa/Cairo.');
  }
}
