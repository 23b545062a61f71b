import { Currency, type AccountSettings, type UpdateAccountSettings } from '@mizan/contracts';
import { Command, type Option } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { example } from '../../terminal/help.ts';
import { choiceOption, idOf } from '../../terminal/options.ts';
import { isJson, printRecord } from '../../terminal/print.ts';
import { manualMethodsOf } from './live-methods.ts';
import { warnOfMissingFees } from './fee-warnings.ts';

type Switch = 'on' | 'off';

interface SettingsOptions {
  readonly locale?: string;
  readonly receipts?: Switch;
  readonly recovery?: Switch;
  readonly replyTo?: string;
  readonly cashOnDelivery?: Switch;
  readonly bankTransfer?: string[];
  readonly instapay?: string;
}

const onOff = (flags: string, description: string): Option => choiceOption(flags, description, ['on', 'off']);

/** `mizan accounts settings`: what merchants also set themselves, in live mode. */
export function accountSettingsCommand(): Command {
  return new Command('settings')
    .description('show the settings of an account in live mode, or change those that are given')
    .argument('<id>', 'acct_…', idOf('acct'))
    .option('--locale <tag>', 'default language of pages, for example ar-EG')
    .addOption(
      onOff('--receipts <switch>', 'whether buyers receive receipts, and how to pay vouchers and transfers, by mail'),
    )
    .addOption(
      onOff('--recovery <switch>', 'whether buyers receive a link by mail to continue a checkout that expired'),
    )
    .option('--reply-to <address>', 'where replies of buyers go; "none" clears it')
    .addOption(onOff('--cash-on-delivery <switch>', 'whether buyers can pay in cash at the door'))
    .option(
      '--bank-transfer <accounts...>',
      'bank accounts that buyers transfer to, each as "EGP,<IBAN>,<holder>,<bank>"; replaces the list; "none" clears it',
    )
    .option('--instapay <address>', 'InstaPay address that buyers send money to; "none" clears it')
    .addHelpText(
      'after',
      example('accounts settings acct_… --cash-on-delivery on --bank-transfer "EGP,EG38…,Nile Soap House,NBE"'),
    )
    .action(async (id: string, options: SettingsOptions, command: Command) => {
      const path = `/operator/accounts/${encodeURIComponent(id)}/settings` as const;
      const body = changesOf(options);
      const settings =
        Object.keys(body).length === 0
          ? await sendAsOperator<AccountSettings>(command, `GET ${path}`)
          : await sendAsOperator<AccountSettings>(command, `PATCH ${path}`, { body });
      printRecord(command, isJson(command) ? settings : brief(settings));
      if (body.manualMethods !== undefined)
        await warnOfMissingFees(command, id, (account) => manualMethodsOf(settings, account));
    });
}

function changesOf(options: SettingsOptions): UpdateAccountSettings {
  const { locale, receipts, recovery, replyTo, cashOnDelivery, bankTransfer, instapay } = options;
  const mail = {
    ...(receipts && { receipts: receipts === 'on' }),
    ...(recovery && { recovery: recovery === 'on' }),
    ...(replyTo !== undefined && { replyTo: orNull(replyTo) }),
  };
  const manualMethods = {
    ...(cashOnDelivery && { cash_on_delivery: { enabled: cashOnDelivery === 'on' } }),
    ...(bankTransfer && { bank_transfer: bankTransfer[0] === 'none' ? [] : bankTransfer.map(bankAccountOf) }),
    ...(instapay !== undefined && { instapay: { handle: orNull(instapay) } }),
  };
  return {
    ...(locale !== undefined && { defaultLocale: locale }),
    ...(Object.keys(mail).length > 0 && { mail }),
    ...(Object.keys(manualMethods).length > 0 && { manualMethods }),
  };
}

const orNull = (value: string): string | null => (value === 'none' ? null : value);

type BankAccount = AccountSettings['manualMethods']['bank_transfer'][number];

/**
 * As a line of CSV: a name in quotes may have commas, and quotes twice. Without them, nothing says which comma is part of
 * which name: "Nile Soap House, Ltd" or "Banque Misr, Zamalek".
 */
const accountForm = /^([^,]*),([^,]*),\s*("(?:[^"]|"")+"|[^",][^,]*?)\s*,\s*("(?:[^"]|"")+"|[^",][^,]*?)\s*$/;
const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
const quotedIfNeeded = (name: string): string => (/^"|,/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

function bankAccountOf(text: string): BankAccount {
  const [, currencyText = '', ibanText = '', ...names] = accountForm.exec(text) ?? [];
  const [currency, iban] = [currencyText.trim(), ibanText.trim()];
  const [accountName = '', bankName = ''] = names.map(unquoted);
  if (bankName === '')
    throw new CommandError(
      `--bank-transfer: "${text}" must be '<currency>,<IBAN>,<holder>,<bank>', or none, which clears the list. A name with a comma needs quotes: 'EGP,EG38…,"Nile Soap House, Ltd",NBE'.`,
    );
  const { data: known } = Currency.safeParse(currency.toUpperCase());
  if (known === undefined)
    throw new CommandError(`--bank-transfer: ${currency} is not a currency: use ${Currency.options.join(', ')}.`);
  return { currency: known, iban, accountName, bankName };
}

/** As `--bank-transfer` takes it: buyers read all of it. */
const bankAccountText = ({ currency, iban, accountName, bankName }: BankAccount): string =>
  [currency, iban, quotedIfNeeded(accountName), quotedIfNeeded(bankName)].join(',');

const brief = ({ logo, defaultLocale, mail, manualMethods }: AccountSettings) => ({
  logo,
  defaultLocale,
  receipts: mail.receipts,
  recovery: mail.recovery,
  replyTo: mail.replyTo,
  cashOnDelivery: manualMethods.cash_on_delivery.enabled,
  bankTransfer: manualMethods.bank_transfer.map(bankAccountText).join('; ') || null,
  instapay: manualMethods.instapay.handle,
});
