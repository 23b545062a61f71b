import {
  PaymentMethodType,
  type ProviderConnection,
  type ProviderDomain,
  type ProviderName,
  SettlesTo,
} from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { isJson, printRecord, printTable } from '../terminal/print.ts';
import { domainsCommand, listDomains, printDomains } from './provider-domains.ts';
import { probeCommand } from './provider-probe.ts';

/** One credential as an option. */
interface Secret {
  readonly make: () => Option;
  /** For connecting; to rotate, only what changes is given. */
  readonly isMandatory: boolean;
}

/** What connects an account to each provider: options, which the environment fills rather than the shell history. */
const credentials: Readonly<Record<ProviderName, readonly Secret[]>> = {
  stripe: [
    secret('--secret-key <key>', 'sk_live_… or rk_live_…', 'STRIPE_SECRET_KEY'),
    secret('--publishable-key <key>', 'pk_live_…', 'STRIPE_PUBLISHABLE_KEY'),
    {
      ...secret('--callback-secret <secret>', 'whsec_… of the Stripe event destination', 'STRIPE_CALLBACK_SECRET'),
      isMandatory: false,
    },
  ],
  paymob: [
    secret('--account-key <key>', 'the API key of the Paymob account', 'PAYMOB_API_KEY'),
    secret('--secret-key <key>', 'egy_sk_live_…', 'PAYMOB_SECRET_KEY'),
    secret('--public-key <key>', 'egy_pk_live_…', 'PAYMOB_PUBLIC_KEY'),
    secret('--hmac-secret <secret>', 'the HMAC secret of the Paymob account', 'PAYMOB_HMAC_SECRET'),
  ],
  fawry: [
    secret('--merchant-code <code>', 'the merchant code of the Fawry account', 'FAWRY_MERCHANT_CODE'),
    secret('--secure-key <key>', 'the secure key of the Fawry account', 'FAWRY_SECURE_KEY'),
  ],
  tabby: [
    secret('--secret-key <key>', 'sk_… of the Tabby account', 'TABBY_SECRET_KEY'),
    secret('--merchant-code <code>', 'the merchant code of the Tabby account', 'TABBY_MERCHANT_CODE'),
    secret('--country <code>', 'AE, KW or SA', 'TABBY_COUNTRY'),
  ],
  tamara: [
    secret('--api-token <token>', 'the API token of the Tamara account', 'TAMARA_API_TOKEN'),
    secret('--notification-token <token>', 'the notification token of the Tamara account', 'TAMARA_NOTIFICATION_TOKEN'),
    secret('--country <code>', 'AE, BH, KW, OM or SA', 'TAMARA_COUNTRY'),
  ],
};

/** What to do at the provider once it is connected. */
const nextSteps: Readonly<Record<ProviderName, string>> = {
  stripe:
    'Next: add callbackUrl as an event destination in Stripe, then set its signing secret: mizan providers rotate stripe <account> <connection> --callback-secret whsec_…\nApple Pay and Google Pay: mizan providers domains <account> <connection> says on which pages they are active.',
  paymob: 'Next: set callbackUrl as the transaction processed callback of each integration in Paymob’s dashboard.',
  fawry: 'Next: ask Fawry to register callbackUrl for notifications (v2) of your account.',
  tabby: 'Tabby notifies callbackUrl from now on.',
  tamara: 'Each order tells Tamara to notify callbackUrl.',
};

interface ConnectOptions extends Readonly<Record<string, unknown>> {
  readonly settlesTo: SettlesTo;
  readonly methods?: readonly PaymentMethodType[];
}

/** `mizan providers`: payment providers of accounts. */
export function providerCommands(): Command {
  const providers = new Command('providers').description('connect accounts to payment providers (operator)');
  const connect = providers.command('connect').description('connect the live mode of an account to a provider');
  const rotate = providers.command('rotate').description('replace credentials of a connection');
  for (const provider of Object.keys(credentials) as ProviderName[]) {
    connect.addCommand(connectCommand(provider));
    rotate.addCommand(rotateCommand(provider));
  }

  providers
    .command('list')
    .description('list the provider connections of an account, newest first')
    .argument('<account>', 'acct_…')
    .action(async (account: string, _options: unknown, command: Command) => {
      const { data } = await sendAsOperator<{ data: ProviderConnection[] }>(
        command,
        `GET ${pathOf(account)}?limit=100`,
      );
      if (isJson(command)) return printTable(command, data, []);
      const rows = data.map(({ methods, ...row }) => ({ ...row, methods: methods.map(({ type }) => type) }));
      printTable(command, rows, ['id', 'provider', 'status', 'settlesTo', 'methods', 'lastCheckedAt', 'lastError']);
    });

  providers
    .command('check')
    .description('have the provider verify the credentials of a connection, without moving money')
    .argument('<account>', 'acct_…')
    .argument('<connection>', 'pvc_…')
    .action(async (...[account, id, , command]: [string, string, unknown, Command]) => {
      const path = `POST ${pathOf(account)}/${encodeURIComponent(id)}/check` as const;
      const checked = await sendAsOperator<ProviderConnection>(command, path);
      const isActive = checked.status === 'ACTIVE';
      printConnection(command, checked, isActive ? 'The provider accepts the credentials.' : refusedNote(checked));
      if (!isActive) process.exitCode = 1;
      else if (!isJson(command)) printDomainsIfAny(command, await listDomains(command, account, id));
    });

  providers.addCommand(probeCommand());
  providers.addCommand(domainsCommand());

  providers
    .command('methods')
    .description('replace the payment methods that a connection takes')
    .argument('<account>', 'acct_…')
    .argument('<connection>', 'pvc_…')
    .argument('<types>', 'payment methods, separated by commas', toMethods)
    .action(async (...[account, id, types, , command]: [string, string, PaymentMethodType[], unknown, Command]) => {
      const line = `PATCH ${pathOf(account)}/${encodeURIComponent(id)}` as const;
      const body = { methods: types.map((type) => ({ type })) };
      const changed = await sendAsOperator<ProviderConnection>(command, line, { body });
      printConnection(command, changed, 'The connection takes these methods from now on.');
    });

  providers
    .command('disconnect')
    .description('disconnect an account from a provider and delete the credentials')
    .argument('<account>', 'acct_…')
    .argument('<connection>', 'pvc_…')
    .action(async (...[account, id, , command]: [string, string, unknown, Command]) => {
      printRecord(command, await sendAsOperator(command, `DELETE ${pathOf(account)}/${encodeURIComponent(id)}`));
    });
  return providers;
}

function connectCommand(provider: ProviderName): Command {
  const command = new Command(provider)
    .description(
      `connect an account to ${displayNames[provider]}, which verifies the credentials before they are stored`,
    )
    .argument('<account>', 'acct_…')
    .addOption(
      new Option('--settles-to <holder>', 'whose account at the provider it is')
        .choices(SettlesTo.options)
        .default('platform'),
    )
    .option('--methods <types>', 'only these payment methods, separated by commas', toMethods);
  for (const { make, isMandatory } of credentials[provider]) command.addOption(make().makeOptionMandatory(isMandatory));
  return command.action(async (account: string, given: ConnectOptions, self: Command) => {
    const { settlesTo, methods, ...keys } = given;
    const body = {
      provider,
      settlesTo,
      credentials: toCredentials(keys),
      ...(methods ? { methods: methods.map((type) => ({ type })) } : {}),
    };
    const connection = await sendAsOperator<ProviderConnection>(self, `POST ${pathOf(account)}`, { body });
    printConnection(self, connection, nextSteps[provider]);
  });
}

function rotateCommand(provider: ProviderName): Command {
  const command = new Command(provider)
    .description(`replace credentials of a connection to ${displayNames[provider]}; those that you omit stay`)
    .argument('<account>', 'acct_…')
    .argument('<connection>', 'pvc_…');
  for (const { make } of credentials[provider]) command.addOption(make());
  return command.action(
    async (...[account, id, keys, self]: [string, string, Readonly<Record<string, string>>, Command]) => {
      const line = `PATCH ${pathOf(account)}/${encodeURIComponent(id)}` as const;
      const connection = await sendAsOperator<ProviderConnection>(self, line, {
        body: { credentials: toCredentials(keys) },
      });
      printConnection(self, connection, 'The provider accepts the credentials.');
    },
  );
}

/** `--api-key` is an option of every command: what Paymob calls its API key has another name here. */
const toCredentials = ({
  accountKey,
  ...keys
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  accountKey === undefined ? keys : { ...keys, apiKey: accountKey };

const displayNames: Readonly<Record<ProviderName, string>> = {
  stripe: 'Stripe',
  paymob: 'Paymob',
  fawry: 'Fawry',
  tabby: 'Tabby',
  tamara: 'Tamara',
};

function toMethods(text: string): PaymentMethodType[] {
  return text.split(',').map((part) => {
    const type = PaymentMethodType.safeParse(part.trim());
    if (type.success) return type.data;
    throw new InvalidArgumentError(`Choose from ${PaymentMethodType.options.join(', ')}.`);
  });
}

function printDomainsIfAny(command: Command, domains: readonly ProviderDomain[]): void {
  if (domains.length > 0) printDomains(command, domains);
}

const refusedNote = ({ lastError }: ProviderConnection): string =>
  `The provider rejects the credentials: ${lastError ?? 'no reason given'} Replace them, or disconnect the provider.`;

function printConnection(command: Command, connection: ProviderConnection, note: string): void {
  const { id, provider, status, settlesTo, callbackUrl, lastError } = connection;
  const methods = connection.methods.map(({ type, currencies }) => `${type} (${currencies.join(' ')})`);
  const brief = { id, provider, status, settlesTo, methods, callbackUrl, lastError };
  printRecord(command, isJson(command) ? connection : brief, note);
}

const pathOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/provider-connections` as const;

/** Prefer the environment variable: options end up in the shell history. */
function secret(flags: string, description: string, env: string): Secret {
  return { make: () => new Option(flags, description).env(env), isMandatory: true };
}
