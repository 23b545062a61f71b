import {
  closestName,
  PaymentMethodType,
  type ProviderConnection,
  type ProviderDomain,
  ProviderName,
  SettlesTo,
} from '@mizan/contracts';
import { Command, InvalidArgumentError } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { choiceOption, idOf } from '../../terminal/options.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { isJson, printNotice, printRecord } from '../../terminal/print.ts';
import { connectedMethodsOf } from '../accounts/live-methods.ts';
import { warnOfMissingFees } from '../accounts/fee-warnings.ts';
import { withListOptions } from '../lists/listing.ts';
import { printList } from '../lists/print-list.ts';
import { changedCredentialsOf, credentialOptions, credentialsOf } from './provider-credentials.ts';
import { domainsCommand, listDomains, printDomains } from './provider-domains.ts';
import { probeCommand } from './provider-probe.ts';
import { readConnections } from './read-connections.ts';

/** What to do at the provider once it is connected. */
const nextSteps: Readonly<Record<ProviderName, string>> = {
  stripe:
    'Next: add callbackUrl as an event destination in Stripe, then set the signing secret that Stripe shows, --callback-secret: mizan providers rotate stripe <account> <connection>, which prompts for it (STRIPE_CALLBACK_SECRET)\nApple Pay and Google Pay: mizan providers domains <account> <connection> says on which pages they are active.',
  paymob:
    'Each integration was asked to notify callbackUrl. Next: check on Paymob’s dashboard that it is their transaction processed callback, and enter it where it is not.',
  fawry: 'Next: ask Fawry to register callbackUrl for notifications (v2) of your account.',
  tabby:
    'The connection has requested that Tabby notifies callbackUrl. Where Tabby refuses, the log of payments has a line tabby.callbacks_not_set, and payments are found by queries alone, which takes longer: then mizan providers check <account> <connection> requests it again.',
  tamara: 'Each order tells Tamara to notify callbackUrl.',
};

interface ConnectOptions extends Readonly<Record<string, unknown>> {
  readonly settlesTo: SettlesTo;
  readonly methods?: readonly PaymentMethodType[];
}

const listed = {
  columns: ['id', 'provider', 'status', 'settlesTo', 'methods', 'lastCheckedAt', 'lastError'],
  money: [],
} as const;

/** What these operations need of a provider they ask before they store anything. */
const isSingleChange = true;

/** `mizan providers`: payment providers of accounts. */
export function providerCommands(): Command {
  const providers = new Command('providers').description('connect accounts to payment providers (operator)');
  const connect = providers.command('connect').description('connect the live mode of an account to a provider');
  const rotate = providers.command('rotate').description('replace credentials of a connection');
  for (const provider of ProviderName.options) {
    connect.addCommand(connectCommand(provider));
    rotate.addCommand(rotateCommand(provider));
  }
  for (const command of [connect, rotate])
    command.on('command:*', ([name]: string[]) =>
      command.error(`error: \`${name}\` is not a provider. Choose from ${ProviderName.options.join(', ')}.`),
    );

  withListOptions(providers.command('list').description('list the provider connections of an account, newest first'))
    .argument('<account>', 'acct_…', idOf('acct'))
    .addHelpText('after', example('providers list acct_…'))
    .action(async (account: string, _options: unknown, command: Command) => {
      const toRow = ({ methods, ...row }: ProviderConnection) => ({ ...row, methods: methods.map(({ type }) => type) });
      await printList(command, { list: { path: pathOf(account) }, toRow, shown: listed });
    });

  providers
    .command('check')
    .description('have the provider verify the credentials of a connection, without moving money')
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…', idOf('pvc'))
    .addHelpText('after', example('providers check acct_… pvc_…'))
    .action(async (...[account, id, , command]: [string, string, unknown, Command]) => {
      const path = `POST ${pathOf(account)}/${encodeURIComponent(id)}/check` as const;
      const checked = await sendAsOperator<ProviderConnection>(command, path, { isSingleChange });
      const isActive = checked.status === 'ACTIVE';
      printConnection(command, checked, isActive ? 'The provider accepts the credentials.' : refusedNote);
      if (!isActive) process.exitCode = 1;
      else if (!isJson(command)) printDomainsIfAny(command, await listDomains(command, account, id));
    });

  providers.addCommand(probeCommand());
  providers.addCommand(domainsCommand());

  providers
    .command('methods')
    .description('replace the payment methods that a connection takes')
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…', idOf('pvc'))
    .argument('<types>', 'payment methods, separated by commas', toMethods)
    .addHelpText('after', example('providers methods acct_… pvc_… card,vodafone_cash'))
    .action(async (...[account, id, types, , command]: [string, string, PaymentMethodType[], unknown, Command]) => {
      const line = `PATCH ${pathOf(account)}/${encodeURIComponent(id)}` as const;
      const body = { methods: types.map((type) => ({ type })) };
      const changed = await sendAsOperator<ProviderConnection>(command, line, { body, isSingleChange });
      printConnection(command, changed, 'The connection takes these methods from now on.');
      await warnOfMissingFees(command, account, () => connectedMethodsOf(changed));
    });

  providers
    .command('disconnect')
    .description('disconnect an account from a provider and delete the credentials')
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…', idOf('pvc'))
    .option(...yesFlags)
    .addHelpText('after', example('providers disconnect acct_… pvc_…'))
    .action(async (...[account, id, , command]: [string, string, unknown, Command]) => {
      await confirm(
        command,
        `Disconnect ${id} from ${account}? Its credentials are deleted, and it takes no more payments.`,
      );
      printRecord(command, await sendAsOperator(command, `DELETE ${pathOf(account)}/${encodeURIComponent(id)}`));
    });
  return providers;
}

const credentialsHelp =
  '\nSet credentials as environment variables, which stay out of the shell history, or enter them when the command prompts for them.\n';

const settlesToHelp =
  'A shop that is paid by its own account at the provider needs --settles-to merchant. It cannot be changed later.';

function connectCommand(provider: ProviderName): Command {
  const command = new Command(provider)
    .description(
      `connect an account to ${displayNames[provider]}, which verifies the credentials before they are stored`,
    )
    .argument('<account>', 'acct_…', idOf('acct'))
    .addOption(
      choiceOption(
        '--settles-to <holder>',
        'whose account at the provider is paid, which cannot be changed later',
        SettlesTo.options,
      ).default('platform'),
    )
    .option('--methods <types>', 'only these payment methods, separated by commas', toMethods);
  for (const option of credentialOptions(provider)) command.addOption(option);
  command.addHelpText(
    'after',
    `\n${settlesToHelp}\n${credentialsHelp}${example(`providers connect ${provider} acct_… --settles-to merchant`)}`,
  );
  return command.action(async (account: string, given: ConnectOptions, self: Command) => {
    const { settlesTo, methods, ...keys } = given;
    if (self.getOptionValueSource('settlesTo') === 'default')
      printNotice(`--settles-to is left out, and is ${settlesTo}. ${settlesToHelp}`);
    const body = {
      provider,
      settlesTo,
      credentials: await credentialsOf(provider, keys),
      ...(methods ? { methods: methods.map((type) => ({ type })) } : {}),
    };
    const connection = await sendAsOperator<ProviderConnection>(self, `POST ${pathOf(account)}`, {
      body,
      isSingleChange,
    });
    printConnection(self, connection, nextSteps[provider]);
    await warnOfOthers(self, account, connection);
    await warnOfMissingFees(self, account, () => connectedMethodsOf(connection)); // what it takes is offered only with an agreed fee
  });
}

/** Connecting again instead of rotating leaves two connections, of which the provider may notify only the newer. */
async function warnOfOthers(command: Command, account: string, connection: ProviderConnection): Promise<void> {
  const { id, provider } = connection;
  const connections = await ifReadable('The other connections of the account', readConnections(command, account));
  const isOther = (each: ProviderConnection) =>
    each.id !== id && each.provider === provider && each.status === 'ACTIVE';
  for (const other of connections?.filter(isOther) ?? [])
    printNotice(
      `warning: ${account} has another connection to ${displayNames[provider]}, ${other.id}. If it is to the same account there, keep the one whose ` +
        `callbackUrl is set at the provider, this one if neither is, and disconnect the other: mizan providers disconnect ${account} ${other.id}. ` +
        'To replace credentials, use mizan providers rotate.' +
        contradictionOf(other, connection),
    );
}

/** A provider pays one party for an account. The platform permits both to one account until the wrong one is disconnected. */
const contradictionOf = (other: ProviderConnection, made: ProviderConnection): string =>
  other.settlesTo === made.settlesTo
    ? ''
    : ` ${other.id} has settlesTo ${other.settlesTo}, and ${made.id} has ${made.settlesTo}: if they are to the same account, one of them books its payments wrongly, so disconnect that one.`;

function rotateCommand(provider: ProviderName): Command {
  const command = new Command(provider)
    .description(`replace credentials of a connection to ${displayNames[provider]}; those that you omit stay`)
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…', idOf('pvc'));
  for (const option of credentialOptions(provider)) command.addOption(option);
  command.addHelpText('after', credentialsHelp + example(`providers rotate ${provider} acct_… pvc_…`));
  return command.action(
    async (...[account, id, keys, self]: [string, string, Readonly<Record<string, string>>, Command]) => {
      const found = (await readConnections(self, account)).find((each) => each.id === id);
      if (found && found.provider !== provider)
        throw new CommandError(
          `${id} is a connection to ${displayNames[found.provider]}. Use mizan providers rotate ${found.provider} ${account} ${id}.`,
        );
      const line = `PATCH ${pathOf(account)}/${encodeURIComponent(id)}` as const;
      const connection = await sendAsOperator<ProviderConnection>(self, line, {
        body: { credentials: await changedCredentialsOf(provider, keys) },
        isSingleChange,
      });
      printConnection(self, connection, 'The provider accepts the credentials.');
    },
  );
}

const displayNames: Readonly<Record<ProviderName, string>> = {
  stripe: 'Stripe',
  paymob: 'Paymob',
  fawry: 'Fawry',
  tabby: 'Tabby',
  tamara: 'Tamara',
};

function toMethods(text: string): PaymentMethodType[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    const type = PaymentMethodType.safeParse(name);
    if (type.success) return type.data;
    const meant = closestName(name, PaymentMethodType.options);
    throw new InvalidArgumentError(
      `\`${name}\` is not a payment method. ${meant ? `Did you mean ${meant}?` : `Choose from ${PaymentMethodType.options.join(', ')}.`}`,
    );
  });
}

function printDomainsIfAny(command: Command, domains: readonly ProviderDomain[]): void {
  if (domains.length > 0) printDomains(command, domains);
}

const refusedNote = 'The provider rejects the credentials, see lastError. Replace them, or disconnect the provider.';

function printConnection(command: Command, connection: ProviderConnection, note: string): void {
  const { id, provider, status, settlesTo, callbackUrl, lastError } = connection;
  const methods = connection.methods.map(({ type, currencies }) => `${type} (${currencies.join(' ')})`);
  const brief = { id, provider, status, settlesTo, methods, callbackUrl, lastError };
  printRecord(command, isJson(command) ? connection : brief, note);
}

const pathOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/provider-connections` as const;
