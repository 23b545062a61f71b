import { dateParameter, type Currency } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readAccountTime } from '../../api/read-account-time.ts';
import { settingsOf } from '../../api/settings.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { dayOf, isDay } from '../../terminal/days.ts';
import { amountFilterOf } from '../../terminal/money.ts';
import { timezoneOption } from '../../terminal/options.ts';
import { amountCurrencyOf, amountCurrencyOption, type AmountCurrency } from '../amount-currency.ts';

/** Rows of a table on a terminal, where neither `--limit` nor `--all` says how many. */
export const rowsOnTerminal = 20;

/** Options of every list. */
export interface ListOptions {
  readonly limit?: number;
  readonly all?: true;
  readonly csv?: true;
}

/** Adds `--limit`, `--all`, `--csv`, and `--timezone` where no filter has it. */
export function withListOptions(command: Command): Command {
  if (command.options.every(({ long }) => long !== '--timezone'))
    command.addOption(timezoneOption('of the times shown'));
  return command
    .addOption(
      new Option(
        '--limit <n>',
        `how many, newest first; by default ${rowsOnTerminal} on a terminal, and all in a pipe or with --csv or --json`,
      )
        .conflicts('all')
        .argParser((typed) => {
          const text = inLatinDigits(typed);
          const limit = Number(text);
          if (!/^\d+$/.test(text) || !Number.isSafeInteger(limit) || limit < 1)
            throw new InvalidArgumentError('It must be a whole number from 1.');
          return limit;
        }),
    )
    .option('--all', 'all of them, also on a terminal')
    .option('--csv', 'print CSV: amounts in minor units, and as <name>Decimal in major units');
}

const datesAccepted = 'today, yesterday, 2026-12-01, bt:2026-12-01,2026-12-31 or last:7,days';

/** Adds `--date` and `--timezone`. */
export const withDateOptions = (command: Command): Command =>
  command
    .addOption(new Option('--date <days>', `created then: ${datesAccepted}`).argParser(toDate))
    .addOption(timezoneOption('where days start and end, and of the times shown'));

/** Parser of `--date`. */
function toDate(typed: string): string {
  const text = inLatinDigits(typed);
  if (text === 'today' || text === 'yesterday') return text;
  if (dateParameter.safeParse(isDay(text) ? `eq:${text}` : text).success) return text;
  const [, first = '', last = ''] = /^bt:(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  if (first > last) throw new InvalidArgumentError(`\`${text}\`: the first day must not be after the second.`);
  throw new InvalidArgumentError(`\`${text}\` is not a day or period. Use ${datesAccepted}.`);
}

/** What `withDateOptions` reads. */
export interface DateOptions {
  readonly date?: string;
  readonly timezone: string;
}

/** The filters `date` and `timezone` of the API. The days of words are those of the account, whose test clock may be ahead. */
export async function dateFilters(
  command: Command,
  { date, timezone }: DateOptions,
): Promise<{ date?: string; timezone?: string }> {
  if (date === undefined) return {};
  if (date === 'today') return { date: 'last:1,days', timezone };
  if (date !== 'yesterday') return { date: isDay(date) ? `eq:${date}` : date, timezone };
  const { baseUrl, apiKey } = settingsOf(command);
  const now = await readAccountTime({ baseUrl, apiKey: apiKey() });
  return { date: `eq:${dayOf(date, { now, timezone })}`, timezone };
}

/** Adds `--amount` and its `--currency`. */
export const withAmountOptions = (command: Command): Command =>
  command
    .option('--amount <amounts>', 'only of these amounts, in major units: 249.50, gt:100, lt:500 or bt:100,500')
    .addOption(amountCurrencyOption('--amount'));

/** What `withAmountOptions` reads. */
export interface AmountOptions extends AmountCurrency {
  readonly amount?: string;
}

/**
 * The filter `amount` of the API, with the currency of the amounts; undefined without one.
 *
 * @throws CommandError for a currency alone, which the API cannot filter by
 */
export async function amountFilter(
  command: Command,
  { amount, currency: given }: AmountOptions,
): Promise<{ readonly amount: string; readonly currency: Currency } | undefined> {
  if (amount !== undefined) {
    const currency = await amountCurrencyOf(command, { currency: given });
    return { amount: amountFilterOf(amount, currency), currency };
  }
  if (given !== undefined)
    throw new CommandError(
      `--currency is the currency of --amount, and alone it filters nothing. For all in ${given}: --amount gt:0 --currency ${given}.`,
    );
  return undefined;
}
