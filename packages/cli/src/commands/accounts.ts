import {
  LateSuccessPolicy,
  type AccountProfile,
  type AccountSettings,
  type ProviderConnection,
} from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { pageOption, upperCase } from '../terminal/options.ts';
import { accountSettingsCommand, hasManualMethod } from './account-settings.ts';
import { isJson, printNotice, printRecord, printTable } from '../terminal/print.ts';

interface UpdateOptions {
  readonly name?: string;
  readonly livePayments?: 'on' | 'off';
  readonly lateSuccess?: LateSuccessPolicy;
  readonly disputeFee?: readonly { readonly currency: string; readonly amount: number }[];
  readonly origin?: string[];
}

/** `mizan accounts`: the merchants of a platform. */
export function accountCommands(): Command {
  const accounts = new Command('accounts').description('create and update merchant accounts (operator)');

  accounts
    .command('create')
    .description('create an account with the terms of the demo account')
    .requiredOption('--name <name>', 'name that buyers see')
    .option('--country <code>', 'ISO 3166-1 alpha-2 code', upperCase, 'EG')
    .option('--currency <code>', 'default currency', upperCase, 'EGP')
    .action(async (options: { name: string; country: string; currency: string }, command: Command) => {
      const body = { displayName: options.name, country: options.country, defaultCurrency: options.currency };
      const account = await sendAsOperator<AccountProfile>(command, 'POST /operator/accounts', { body });
      printAccount(command, account, 'Next: mizan keys create --account <id> --name "First key"');
    });

  accounts
    .command('list')
    .description('list accounts, newest first')
    .addOption(pageOption())
    .action(async ({ page }: { page: number }, command: Command) => {
      const line = `GET /operator/accounts?page=${page}&limit=100` as const;
      const { data } = await sendAsOperator<{ data: AccountProfile[] }>(command, line);
      printTable(command, data, ['id', 'displayName', 'country', 'defaultCurrency', 'livePaymentsEnabled']);
    });

  accounts
    .command('update')
    .description('update an account')
    .argument('<id>', 'acct_…')
    .option('--name <name>', 'name that buyers see')
    .addOption(new Option('--live-payments <switch>', 'allow or block payments with live keys').choices(['on', 'off']))
    .addOption(
      new Option('--late-success <policy>', 'what happens to money that arrives after its payment has ended').choices(
        LateSuccessPolicy.options,
      ),
    )
    .option(
      '--dispute-fee <fees...>',
      'what a dispute costs, in minor units: EGP=1500; replaces the current list',
      toFees,
    )
    .option('--origin <origins...>', 'origins that may embed the checkout; replaces the current list')
    .action(async (id: string, options: UpdateOptions, command: Command) => {
      const body = {
        displayName: options.name,
        livePaymentsEnabled: options.livePayments === undefined ? undefined : options.livePayments === 'on',
        lateSuccessPolicy: options.lateSuccess,
        disputeFees: options.disputeFee,
        allowedOrigins: options.origin,
      };
      const line = `PATCH /operator/accounts/${encodeURIComponent(id)}` as const;
      const account = await sendAsOperator<AccountProfile>(command, line, { body });
      printAccount(command, account);
      if (options.livePayments !== 'on') return;
      warnWithoutFees(command, account);
      await warnWithoutProvider(command, id);
    });

  accounts.addCommand(accountSettingsCommand());

  accounts
    .command('two-factor')
    .description('create a new second factor for an account; managing live keys requires it')
    .argument('<id>', 'acct_…')
    .action(async (id: string, _options: unknown, command: Command) => {
      const line = `POST /operator/accounts/${encodeURIComponent(id)}/two-factor` as const;
      const secondFactor = await sendAsOperator<object>(command, line);
      printRecord(command, secondFactor, 'Add it to an authenticator app now. It will not be shown again.');
    });
  return accounts;
}

/** Parser of `EGP=1500`, repeatable. */
function toFees(text: string, previous: NonNullable<UpdateOptions['disputeFee']> = []): UpdateOptions['disputeFee'] {
  const [, currency, amount] = /^([A-Za-z]{3})=(\d{1,12})$/.exec(text) ?? [];
  if (currency === undefined)
    throw new InvalidArgumentError('It must be a currency and minor units, such as EGP=1500.');
  return [...previous, { currency: currency.toUpperCase(), amount: Number(amount) }];
}

/** A currency without an agreed fee takes no payment, whatever is connected or enabled. */
function warnWithoutFees(command: Command, { id, supportedCurrencies, feeSchedule }: AccountProfile): void {
  const codes = supportedCurrencies.map(({ code }) => code);
  const missing = codes.filter((code) => !feeSchedule.some(({ currency }) => currency === code));
  if (missing.length === 0) return;
  printNotice(
    `warning: ${id} has no fees agreed in ${missing.join(', ')}, so payments in ${missing.length === 1 ? 'it' : 'them'} are refused. ` +
      `Next: add rules to its feeSchedule with PATCH /operator/accounts/${id}`,
  );
}

/** Live payments that are allowed but that no provider takes are refused: the operator is shown what is missing. */
async function warnWithoutProvider(command: Command, id: string): Promise<void> {
  const line = `GET /operator/accounts/${encodeURIComponent(id)}/provider-connections?limit=100` as const;
  const { data } = await sendAsOperator<{ data: ProviderConnection[] }>(command, line);
  if (data.some(({ status, methods }) => status === 'ACTIVE' && methods.length > 0)) return;
  const settings = `GET /operator/accounts/${encodeURIComponent(id)}/settings` as const;
  if (hasManualMethod(await sendAsOperator<AccountSettings>(command, settings))) return;
  printNotice(
    `warning: ${id} has no payment method that live mode can take, so live payments are refused. ` +
      `Next: mizan providers connect <provider> ${id}, or mizan accounts settings ${id} --cash-on-delivery on`,
  );
}

function printAccount(command: Command, account: AccountProfile, note?: string): void {
  const { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy } = account;
  const brief = { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy };
  printRecord(command, isJson(command) ? account : brief, note);
}
