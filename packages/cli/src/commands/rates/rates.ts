import { rateInput, type ExchangeRate, type ExchangeRateChanges } from '@mizan/contracts';
import { Command, InvalidArgumentError, type Option } from 'commander';
import { ApiError } from '../../api/api-error.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { isConfirmed, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { choiceOption, upperCase } from '../../terminal/options.ts';
import { isJson, printJson, printNotice, printTable } from '../../terminal/print.ts';
import { readInput } from '../../terminal/read-input.ts';
import { inLatinNumber } from '../../terminal/typed-numbers.ts';
import { withListOptions } from '../lists/listing.ts';
import { printList } from '../lists/print-list.ts';
import { confirmRates } from './confirm-rates.ts';
import { parseRateFile, type FileRate } from './rate-file.ts';

interface SetOptions {
  readonly source: string;
  readonly mode?: 'test' | 'live';
  readonly dryRun?: true;
}

interface Filters {
  readonly base?: string;
  readonly quote?: string;
  readonly mode?: string;
}

const listed = {
  columns: ['base', 'quote', 'rate', 'livemode', 'source', 'fetchedAt', 'isStale', 'id'],
  money: [],
} as const;

/** `mizan rates`: exchange rates for prices in another currency. */
export function rateCommands(): Command {
  const rates = new Command('rates').description('list and set the exchange rates of all accounts (operator)');

  withListOptions(
    rates
      .command('list')
      .description('list the current rates, including stale ones')
      .option('--base <code>', 'only from this currency', upperCase)
      .option('--quote <code>', 'only to this currency', upperCase)
      .addOption(modeOption()),
  )
    .addHelpText('after', example('rates list --base GBP'))
    .action(async ({ base, quote, mode }: Filters, command: Command) => {
      const list = { path: '/operator/exchange-rates', filters: { base, quote, mode } } as const;
      await printList(command, { list, toRow: (rate: ExchangeRate) => rate, shown: listed });
    });

  withSetOptions(
    rates
      .command('set')
      .description('set one rate: one major unit of <base> is <rate> major units of <quote>')
      .argument('<base>', 'currency of prices, for example GBP', upperCase)
      .argument('<quote>', 'currency of payments, for example EGP', upperCase)
      .argument('<rate>', 'at most six decimal places', toRate)
      .option(...yesFlags)
      .addHelpText('after', example('rates set GBP EGP 62.5 --mode live')),
  ).action(async (...args: [base: string, quote: string, rate: number, SetOptions, Command]) => {
    const [base, quote, rate, options, command] = args;
    await setConfirmedRates(command, [{ base, quote, rate }], options);
  });

  withSetOptions(
    rates
      .command('import')
      .description('set all rates of a file, or none: CSV (base, quote, rate, fetchedAt) or JSON')
      .argument('<file>', 'path of the file, or - for standard input')
      .option(...yesFlags)
      .addHelpText('after', example('rates import rates.csv --source bank --dry-run')),
  ).action(async (file: string, options: SetOptions, command: Command) => {
    await setConfirmedRates(command, parseRateFile(await readInput(file)), options);
  });
  return rates;
}

const modeOption = (): Option => choiceOption('--mode <mode>', 'only this mode', ['test', 'live']);

const withSetOptions = (command: Command): Command =>
  command
    .option('--source <name>', 'source of the rates', 'operator')
    .addOption(modeOption())
    .option('--dry-run', 'show what would change without setting anything');

/** Parser of a rate, by the contract: no question is put for what is refused. */
function toRate(text: string): number {
  const { data: rate, error } = rateInput.safeParse(inLatinNumber(text));
  if (rate === undefined) throw new InvalidArgumentError(`It ${error.issues[0]?.message}, such as 48.5.`);
  return rate;
}

/** Sets rates after a question, or does a dry run. A question is put for rates that the API takes only. */
async function setConfirmedRates(command: Command, rates: readonly FileRate[], options: SetOptions): Promise<void> {
  if (!options.dryRun && !isConfirmed(command))
    await confirmRates(command, await setRates(command, rates, { ...options, dryRun: true }));
  printChanges(command, await setRates(command, rates, options), options);
}

async function setRates(
  command: Command,
  rates: readonly FileRate[],
  { source, mode, dryRun }: SetOptions,
): Promise<ExchangeRateChanges> {
  const body = { rates: rates.map(({ place: _place, ...rate }) => rate), source, mode, dryRun };
  const isDryRun = dryRun === true;
  const sent = sendAsOperator<ExchangeRateChanges>(command, 'PUT /operator/exchange-rates', { body, isDryRun });
  return sent.catch((thrown: unknown) => {
    throw thrown instanceof ApiError ? withPlace(thrown, rates) : thrown;
  });
}

function printChanges(command: Command, result: ExchangeRateChanges, { mode }: SetOptions): void {
  if (isJson(command)) return printJson(result);
  printTable(command, result.changes, ['base', 'quote', 'livemode', 'previousRate', 'rate', 'id']);
  for (const { base, quote, warnings } of result.changes.filter(({ livemode }) => livemode || mode === 'test'))
    for (const warning of warnings) printNotice(`warning: ${base} to ${quote}: ${warning}`);
  if (result.dryRun) console.log('\nDry run: no rates were set.');
}

/** Replaces `rates[2].rate` of an error by the line that the rate came from. */
function withPlace(error: ApiError, rates: readonly FileRate[]): CommandError {
  const index = /^rates\[(\d+)\]/.exec(error.param ?? '')?.[1];
  const place = index === undefined ? undefined : rates[Number(index)]?.place;
  return place === undefined ? error : new CommandError(`${place}: ${error.message}`, { cause: error });
}
