import { readFile } from 'node:fs/promises';
import type { ExchangeRate, ExchangeRateChanges } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { operate, pageOption } from './accounts.ts';
import { ApiError } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printTable } from '../terminal/print.ts';
import { parseRateFile, type FileRate } from './rate-file.ts';
import { settingsOf } from '../api/settings.ts';

interface SetOptions {
  readonly source: string;
  readonly mode?: 'test' | 'live';
  readonly dryRun?: true;
}

/** `mizan rates`: what prices in another currency are converted with. */
export function rateCommands(): Command {
  const rates = new Command('rates').description('set the exchange rates of all accounts (operator)');

  rates
    .command('list')
    .description('the rates that hold, stale ones too')
    .option('--base <code>', 'only from this currency', upper)
    .option('--quote <code>', 'only to this currency', upper)
    .addOption(modeOption())
    .addOption(pageOption())
    .action(async ({ page, ...filters }: { page: number } & Record<string, string>, command: Command) => {
      const query = new URLSearchParams({ ...filters, page: String(page), limit: '100' });
      const { data } = await operate<{ data: ExchangeRate[] }>(command, 'GET', `/operator/exchange-rates?${query}`);
      const { isJson } = settingsOf(command);
      printTable(data, ['base', 'quote', 'rate', 'livemode', 'source', 'fetchedAt', 'isStale', 'id'], isJson);
    });

  withSetOptions(
    rates
      .command('set')
      .description('set one rate: one major unit of <base> is <rate> major units of <quote>')
      .argument('<base>', 'what prices are in, for example GBP', upper)
      .argument('<quote>', 'what is processed, for example EGP', upper)
      .argument('<rate>', 'at most six decimals'),
  ).action(async (base: string, quote: string, rate: string, options: SetOptions, command: Command) => {
    await setRates(command, [{ base, quote, rate, place: 'the rate' }], options);
  });

  withSetOptions(
    rates
      .command('import')
      .description('set the rates of a file, all of them or none: CSV (base, quote, rate, fetchedAt) or JSON')
      .argument('<file>', 'path, or - for standard input'),
  ).action(async (file: string, options: SetOptions, command: Command) => {
    await setRates(command, parseRateFile(await textOf(file)), options);
  });
  return rates;
}

const upper = (text: string): string => text.toUpperCase();
const modeOption = (): Option => new Option('--mode <mode>', 'of one mode only').choices(['test', 'live']);

const withSetOptions = (command: Command): Command =>
  command
    .option('--source <name>', 'where they come from', 'operator')
    .addOption(modeOption())
    .option('--dry-run', 'say what would change, and change nothing');

async function setRates(command: Command, rates: readonly FileRate[], options: SetOptions): Promise<void> {
  const body = { rates: rates.map(({ place: _place, ...rate }) => rate), ...options };
  const set = await operate<ExchangeRateChanges>(command, 'PUT', '/operator/exchange-rates', body).catch(
    (thrown: unknown) => {
      throw thrown instanceof ApiError ? atPlace(thrown, rates) : thrown;
    },
  );
  if (settingsOf(command).isJson) return void console.log(JSON.stringify(set, null, 2));
  printTable(set.changes, ['base', 'quote', 'livemode', 'previousRate', 'rate', 'id'], false);
  for (const { base, quote, warnings } of set.changes.filter(({ livemode }) => livemode || options.mode === 'test'))
    for (const warning of warnings) console.error(`warning: ${base} to ${quote}: ${warning}`);
  if (set.dryRun) console.log('\nA dry run: nothing was set.');
}

/** The API's words about `rates[2].rate` under the name of the line that it came from. */
function atPlace(refused: ApiError, rates: readonly FileRate[]): CommandError {
  const index = /^rates\[(\d+)\]/.exec(refused.param ?? '')?.[1];
  const place = index === undefined ? undefined : rates[Number(index)]?.place;
  return place === undefined ? refused : new CommandError(`${place}: ${refused.message}`, { cause: refused });
}

async function textOf(file: string): Promise<string> {
  if (file !== '-')
    return readFile(file, 'utf8').catch((cause: Error) => {
      throw new CommandError(`${file} cannot be read: ${cause.message}`, { cause });
    });
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
