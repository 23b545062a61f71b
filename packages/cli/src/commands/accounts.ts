import { LateSuccessPolicy, type AccountProfile } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendRequest } from '../api/send-request.ts';
import { printRecord, printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

/** `mizan accounts`: the merchants of a platform. */
export function accountCommands(): Command {
  const accounts = new Command('accounts').description('make and change the merchants of a platform (operator)');

  accounts
    .command('create')
    .description('make an account; its terms are those of the demo account until changed')
    .requiredOption('--name <name>', 'what buyers see')
    .option('--country <code>', 'ISO 3166-1 alpha-2', upper, 'EG')
    .option('--currency <code>', 'default currency', upper, 'EGP')
    .action(async (options: { name: string; country: string; currency: string }, command: Command) => {
      const body = { displayName: options.name, country: options.country, defaultCurrency: options.currency };
      printAccount(
        command,
        await operate<AccountProfile>(command, 'POST', '/operator/accounts', body),
        'Next: mizan keys create --account <id> --name "First key"',
      );
    });

  accounts
    .command('list')
    .description('the newest accounts')
    .addOption(pageOption())
    .action(async ({ page }: { page: number }, command: Command) => {
      const { data } = await operate<{ data: AccountProfile[] }>(
        command,
        'GET',
        `/operator/accounts?page=${page}&limit=100`,
      );
      printTable(
        data,
        ['id', 'displayName', 'country', 'defaultCurrency', 'livePaymentsEnabled'],
        settingsOf(command).isJson,
      );
    });

  accounts
    .command('update')
    .description('change an account')
    .argument('<id>', 'acct_…')
    .option('--name <name>', 'what buyers see')
    .addOption(new Option('--live-payments <switch>', 'whether live keys may take money').choices(['on', 'off']))
    .addOption(
      new Option('--late-success <policy>', 'what becomes of money that arrives when its payment is over').choices(
        LateSuccessPolicy.options,
      ),
    )
    .option('--origin <origins...>', 'origins that may frame the checkout; replaces those before')
    .action(
      async (
        id: string,
        options: { name?: string; livePayments?: string; lateSuccess?: LateSuccessPolicy; origin?: string[] },
        command: Command,
      ) => {
        const body = {
          ...(options.name === undefined ? {} : { displayName: options.name }),
          ...(options.livePayments === undefined ? {} : { livePaymentsEnabled: options.livePayments === 'on' }),
          ...(options.lateSuccess === undefined ? {} : { lateSuccessPolicy: options.lateSuccess }),
          ...(options.origin === undefined ? {} : { allowedOrigins: options.origin }),
        };
        printAccount(
          command,
          await operate<AccountProfile>(command, 'PATCH', `/operator/accounts/${encodeURIComponent(id)}`, body),
        );
      },
    );

  accounts
    .command('two-factor')
    .description('give an account a new second factor, which managing its live keys takes')
    .argument('<id>', 'acct_…')
    .action(async (id: string, _options: unknown, command: Command) => {
      const made = await operate<Record<string, unknown>>(
        command,
        'POST',
        `/operator/accounts/${encodeURIComponent(id)}/two-factor`,
      );
      printRecord(made, settingsOf(command).isJson, 'Shown this once: add it to an authenticator app.');
    });
  return accounts;
}

/** Asks as the operator. */
export async function operate<Body>(
  command: Command,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Body> {
  const settings = settingsOf(command);
  return sendRequest<Body>({ baseUrl: settings.baseUrl, as: settings.operatorToken(), method, path, body });
}

function printAccount(command: Command, account: AccountProfile, note?: string): void {
  const { isJson } = settingsOf(command);
  const { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy } = account;
  const shown = { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy };
  printRecord(isJson ? account : shown, isJson, note);
}

const upper = (text: string): string => text.toUpperCase();

/** `--page`, 1-based. */
export const pageOption = (): Option =>
  new Option('--page <n>', 'a hundred on each').default(1).argParser((text) => {
    const page = Number(text);
    if (!Number.isInteger(page) || page < 1) throw new InvalidArgumentError('a page is a whole number from 1.');
    return page;
  });
