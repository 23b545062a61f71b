import { LateSuccessPolicy, type AccountProfile } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { minorUnitsOf } from '../../terminal/money.ts';
import { choiceOption, idOf, toCurrency, upperCase } from '../../terminal/options.ts';
import { accountSettingsCommand } from './account-settings.ts';
import { isJson, printNotice, printRecord } from '../../terminal/print.ts';
import { readJsonObject } from '../../terminal/read-input.ts';
import { inLatinNumber } from '../../terminal/typed-numbers.ts';
import { withListOptions } from '../lists/listing.ts';
import { printList } from '../lists/print-list.ts';
import { warnOfCurrenciesWithoutFees, warnOfMethodsNotOffered, warnOfTinyRates } from './fee-warnings.ts';
import { printTerms } from './print-terms.ts';
import { readLiveMethods } from './read-live-methods.ts';
import { termsQuestion } from './terms-question.ts';

interface CreateOptions {
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly terms?: string;
}

interface UpdateOptions {
  readonly name?: string;
  readonly terms?: string;
  readonly livePayments?: 'on' | 'off';
  readonly lateSuccess?: LateSuccessPolicy;
  readonly disputeFee?: readonly { readonly currency: string; readonly amount: number }[];
  readonly origin?: string[];
}

const listed = {
  columns: ['id', 'displayName', 'country', 'defaultCurrency', 'livePaymentsEnabled'],
  money: [],
} as const;

/** `mizan accounts`: the merchants of a platform. */
export function accountCommands(): Command {
  const accounts = new Command('accounts').description('create, show and update merchant accounts (operator)');

  accounts
    .command('create')
    .description('create an account; without --terms its payments cost no fee')
    .requiredOption('--name <name>', 'name that buyers see')
    .option('--country <code>', 'ISO 3166-1 alpha-2 code', upperCase, 'EG')
    .option('--currency <code>', 'default currency', upperCase, 'EGP')
    .addOption(termsOption())
    .addHelpText('after', termsHelp('accounts create --name "Nile Soap House" --terms terms.json'))
    .action(async ({ name, country, currency, terms }: CreateOptions, command: Command) => {
      const body = { ...(await termsOf(terms)), displayName: name, country, defaultCurrency: currency };
      const account = await sendAsOperator<AccountProfile>(command, 'POST /operator/accounts', { body });
      printAccount(command, account, `Next: mizan keys create --account ${account.id} --name "First key"`);
      if (terms === undefined) return;
      warnOfTinyRates(account);
      warnOfCurrenciesWithoutFees(account);
    });

  withListOptions(accounts.command('list').description('list accounts, newest first'))
    .addHelpText('after', example('accounts list'))
    .action(async (_options: unknown, command: Command) => {
      const toRow = (account: AccountProfile) => account;
      await printList(command, { list: { path: '/operator/accounts' }, toRow, shown: listed });
    });

  accounts
    .command('show')
    .description('show an account with its terms')
    .argument('<id>', 'acct_…', idOf('acct'))
    .addHelpText('after', example('accounts show acct_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const line = `GET /operator/accounts/${encodeURIComponent(id)}` as const;
      printTerms(command, await sendAsOperator<AccountProfile>(command, line));
    });

  accounts
    .command('update')
    .description('update an account; prints its terms where they change')
    .argument('<id>', 'acct_…', idOf('acct'))
    .option('--name <name>', 'name that buyers see')
    .addOption(choiceOption('--live-payments <switch>', 'allow or block payments with live keys', ['on', 'off']))
    .addOption(
      choiceOption(
        '--late-success <policy>',
        'what happens to money that arrives after its payment has ended',
        LateSuccessPolicy.options,
      ),
    )
    .option(
      '--dispute-fee <fees...>',
      'what a dispute costs, in major units: EGP=15.00; replaces the current list',
      toFees,
    )
    .option('--origin <origins...>', 'origins that may embed the checkout; replaces the current list')
    .addOption(termsOption())
    .option(...yesFlags)
    .addHelpText('after', termsHelp('accounts update acct_… --terms terms.json'))
    .action(async (id: string, options: UpdateOptions, command: Command) => {
      const terms = await termsOf(options.terms);
      const body = {
        ...terms,
        ...(options.name !== undefined && { displayName: options.name }),
        ...(options.livePayments && { livePaymentsEnabled: options.livePayments === 'on' }),
        ...(options.lateSuccess && { lateSuccessPolicy: options.lateSuccess }),
        ...(options.disputeFee && { disputeFees: options.disputeFee }),
        ...(options.origin && { allowedOrigins: options.origin }),
      };
      if (Object.keys(body).length === 0)
        throw new CommandError('Say what to change, with --name or --terms, for example.');
      if (options.livePayments === 'off')
        await confirm(command, `Block the live payments of ${id}? Its buyers cannot pay until they are allowed again.`);
      if (options.terms !== undefined) await confirm(command, () => termsQuestion(command, id, terms));
      const line = `PATCH /operator/accounts/${encodeURIComponent(id)}` as const;
      const account = await sendAsOperator<AccountProfile>(command, line, { body });
      if (options.terms === undefined && options.disputeFee === undefined) printAccount(command, account);
      else printTerms(command, account);
      if (options.terms !== undefined) warnOfTinyRates(account);
      if (options.livePayments !== 'on' && options.terms === undefined) return;
      warnOfCurrenciesWithoutFees(account);
      const methods = await ifReadable('The payment methods of the account', readLiveMethods(command, account));
      if (methods === undefined) return;
      // The other currencies are named by the first warning.
      warnOfMethodsNotOffered(account, methods, new Set(account.feeSchedule.map(({ currency }) => currency)));
      if (options.livePayments === 'on' && methods.length === 0) warnWithoutMethods(id);
    });

  accounts.addCommand(accountSettingsCommand());

  accounts
    .command('two-factor')
    .description(
      'create a new second factor for an account, which replaces the former one; managing live keys requires it',
    )
    .argument('<id>', 'acct_…', idOf('acct'))
    .option(...yesFlags)
    .addHelpText('after', example('accounts two-factor acct_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(
        command,
        `Create a new second factor for ${id}? An authenticator that has the former one stops working.`,
      );
      const line = `POST /operator/accounts/${encodeURIComponent(id)}/two-factor` as const;
      const secondFactor = await sendAsOperator<object>(command, line);
      printRecord(command, secondFactor, 'Add it to an authenticator app now. It will not be shown again.');
    });
  return accounts;
}

const termsOption = (): Option =>
  new Option('--terms <file>', 'JSON file with the terms, such as feeSchedule; - reads standard input');

const termsHelp = (line: string): string =>
  '\nTerms, each optional: feeSchedule, vatOnFeesPpm, supportedCurrencies, feeConfig, disputeFees, presentmentCurrencies, lateSuccessPolicy.' +
  '\nFor example 2.75 % + 3.00 EGP for cards, and 14 % VAT on the fee (ppm: parts per million; fixed: minor units):' +
  '\n  { "vatOnFeesPpm": 140000, "feeSchedule": [{ "paymentMethodType": "card", "currency": "EGP", "ratePpm": 27500, "fixed": 300 }] }' +
  `\n${example(line)}`;

/** What a rule of a fee does not name applies to any card. */
const anyCard = { brand: null, isOnUs: null, isInternational: null };

async function termsOf(file: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (file === undefined) return {};
  const terms = await readJsonObject(file);
  const { feeSchedule } = terms;
  if (!Array.isArray(feeSchedule)) return terms;
  return { ...terms, feeSchedule: feeSchedule.map((rule: object) => ({ ...anyCard, ...rule })) };
}

/** Parser of `EGP=15.00`, repeatable. */
function toFees(text: string, previous: NonNullable<UpdateOptions['disputeFee']> = []): UpdateOptions['disputeFee'] {
  const [, code, amount] = /^([A-Za-z]{3})=([\d.]{1,16})$/.exec(inLatinNumber(text)) ?? [];
  if (code === undefined || amount === undefined)
    throw new InvalidArgumentError('It must be a currency and an amount in major units, such as EGP=15.00.');
  const currency = toCurrency(code);
  return [...previous, { currency, amount: minorUnitsOf(amount, currency) }];
}

/** Live payments that are allowed but that nothing takes are refused: the operator is shown what is missing. */
const warnWithoutMethods = (id: string): void =>
  printNotice(
    `warning: ${id} has no payment method that live mode can take, so live payments are refused. ` +
      `Next: mizan providers connect <provider> ${id}, or mizan accounts settings ${id} --cash-on-delivery on`,
  );

function printAccount(command: Command, account: AccountProfile, note?: string): void {
  const { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy } = account;
  const brief = { id, displayName, country, defaultCurrency, livePaymentsEnabled, lateSuccessPolicy };
  printRecord(command, isJson(command) ? account : brief, note);
}
