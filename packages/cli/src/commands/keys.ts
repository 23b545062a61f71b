import {
  ApiKeyType,
  closestName,
  permissions,
  type ApiKey,
  type ApiKeyWithSecret,
  type Mode,
  type Permission,
} from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readPages } from '../api/read-list.ts';
import { ApiError } from '../api/api-error.ts';
import { ifAllowed } from '../api/if-readable.ts';
import { sendAsMerchant, sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { confirm, yesFlags } from './confirm.ts';
import { example } from '../terminal/help.ts';
import { choiceOption, commaSeparated, idOf, toTimestamp, wholeNumberOf } from '../terminal/options.ts';
import { isJson, printNotice, printRecord } from '../terminal/print.ts';
import { withListOptions } from './lists/listing.ts';
import { printList } from './lists/print-list.ts';
import { twoFactorHeaders, twoFactorOption, type TwoFactorOptions } from './two-factor.ts';

interface CreateOptions extends TwoFactorOptions {
  readonly name: string;
  readonly account?: string;
  readonly type: ApiKeyType;
  readonly mode: Mode;
  readonly permissions?: readonly Permission[];
  readonly ip?: string[];
  readonly origin?: string[];
  readonly expiresAt?: string;
}

interface RollOptions extends TwoFactorOptions {
  readonly overlap: number;
  /** Of operators, who know it from the other commands. */
  readonly account?: string;
}

/** As wide as the rest of the help where the width of the terminal is unknown. */
const helpWidth = 80;

const listed = {
  columns: ['id', 'name', 'type', 'mode', 'last4', 'lastUsedAt', 'expiresAt', 'revokedAt'],
  money: [],
} as const;

/** `mizan keys`: API keys, managed by the operator or by the merchant. */
export function keyCommands(): Command {
  const keys = new Command('keys').description('create, list, roll and revoke API keys');

  keys
    .command('create')
    .description('create a key for the account of --api-key, or as the operator for --account')
    .requiredOption('--name <name>', 'name of the key')
    .option('--account <id>', 'acct_…: create it as the operator', idOf('acct'))
    .addOption(choiceOption('--type <type>', 'type of the key', ApiKeyType.options).default('SECRET'))
    .addOption(choiceOption('--mode <mode>', 'mode of the key, with --account only', ['test', 'live']).default('test'))
    .option('--permissions <names...>', 'permissions of a restricted key, such as PRODUCT_READ', toPermissions)
    .option('--ip <ranges...>', 'IP addresses and CIDR ranges allowed to use the key')
    .option('--origin <origins...>', 'origins allowed to use a publishable key and to embed checkouts')
    .option(
      '--expires-at <time>',
      'when it expires, such as 2026-12-31T18:00Z; a day alone is its start in UTC',
      toTimestamp,
    )
    .addOption(twoFactorOption())
    .addHelpText(
      'after',
      ({ command }) =>
        `\nPermissions:\n${command.createHelp().boxWrap(permissions.join(' '), helpWidth)}\n${example(
          'keys create --account acct_… --name "First key"',
          'keys create --name Reports --type RESTRICTED --permissions PAYMENT_INTENT_READ REFUND_READ',
        )}`,
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { name, type, permissions, ip: ipAllowlist, origin: allowedOrigins, expiresAt } = options;
      const body = { name, type, permissions, ipAllowlist, allowedOrigins, expiresAt };
      if (!options.account) assertNoMode(command);
      const key = options.account
        ? await sendAsOperator<ApiKeyWithSecret>(command, `POST ${keysOf(options.account)}`, {
            body: { ...body, mode: options.mode },
          })
        : await sendAsMerchant<ApiKeyWithSecret>(command, 'POST /api-keys', {
            body,
            headers: twoFactorHeaders(options),
          });
      printKey(command, key);
    });

  withListOptions(
    keys
      .command('list')
      .description('list the keys of the account and mode of --api-key, or of both modes for --account')
      .option('--account <id>', 'acct_…: list them as the operator', idOf('acct')),
  )
    .addHelpText('after', example('keys list', 'keys list --account acct_…'))
    .action(async ({ account }: { account?: string }, command: Command) => {
      const path = account ? keysOf(account) : '/api-keys';
      await printList(command, { list: { path }, toRow: (key: ApiKey) => key, shown: listed });
    });

  keys
    .command('roll')
    .description('replace a key with a new one that has the same permissions')
    .argument('<id>', 'key_…', idOf('key'))
    .addOption(
      new Option('--overlap <seconds>', 'how long the old key keeps working, at most seven days')
        .default(0)
        .argParser(wholeNumberOf('seconds')),
    )
    .addOption(twoFactorOption())
    .option(...yesFlags)
    .addOption(new Option('--account <id>', 'not for the operator').hideHelp())
    .addHelpText('after', example('keys roll key_… --overlap 86400'))
    .action(async (id: string, options: RollOptions, command: Command) => {
      if (options.account !== undefined)
        throw new CommandError(`Only the merchant can roll a key. ${rollAsOperator(id, options.account)}`);
      const ofMerchant = <Result>(request: Promise<Result>) => withHintIfMissing(request, rollAsOperator(id, 'acct_…'));
      if (options.overlap === 0) await confirm(command, () => ofMerchant(rollQuestion(command, id)));
      const request = { body: { expireOldAfterSeconds: options.overlap }, headers: twoFactorHeaders(options) };
      const line = `POST /api-keys/${encodeURIComponent(id)}/roll` as const;
      printKey(command, await ofMerchant(sendAsMerchant<ApiKeyWithSecret>(command, line, request)));
      const seconds = options.overlap || 5; // until every replica knows
      printNotice(`${id} stops working within ${seconds} seconds of the roll.`);
    });

  keys
    .command('revoke')
    .description('revoke a key permanently; it stops working everywhere within five seconds')
    .argument('<id>', 'key_…', idOf('key'))
    .option('--account <id>', 'acct_…: revoke it as the operator, in either mode', idOf('acct'))
    .option(...yesFlags)
    .addHelpText('after', example('keys revoke key_… --account acct_…'))
    .action(async (id: string, { account }: { account?: string }, command: Command) => {
      const asOperator = `As the operator: mizan keys revoke ${id} --account acct_…`;
      const ofAccount = <Result>(request: Promise<Result>) =>
        account === undefined ? withHintIfMissing(request, asOperator) : request;
      await confirm(command, () => ofAccount(revokeQuestion(command, { id, account })));
      const key = encodeURIComponent(id);
      const revoked = account
        ? sendAsOperator<ApiKey>(command, `DELETE ${keysOf(account)}/${key}`)
        : sendAsMerchant<ApiKey>(command, `DELETE /api-keys/${key}`);
      printRecord(command, await ofAccount(revoked));
    });
  return keys;
}

const rollAsOperator = (id: string, account: string): string =>
  [
    'As the operator, create a new one with the same type, mode and permissions, which the list shows, then revoke this one:',
    `mizan keys list --account ${account}`,
    `mizan keys create --account ${account} --name <name> --type <type> --mode <mode> --permissions <names>`,
    `mizan keys revoke ${id} --account ${account}`,
  ].join('\n  ');

/** Runs a request with an API key, which may be that of the local stack: an operator who forgot `--account` reads what to do. */
async function withHintIfMissing<Result>(request: Promise<Result>, hint: string): Promise<Result> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'resource_missing') thrown.message += `\n${hint}`;
    throw thrown;
  }
}

/** Names the key as its merchant does, where it can be read. */
async function revokeQuestion(
  command: Command,
  { id, account }: { readonly id: string; readonly account: string | undefined },
): Promise<string> {
  const key = await ifAllowed(account === undefined ? readKey(command, id) : findKey(command, { id, account }));
  return `Revoke ${namedKey(id, key)}? Everything that uses it is refused from now on, which cannot be undone.`;
}

async function rollQuestion(command: Command, id: string): Promise<string> {
  const named = namedKey(id, await ifAllowed(readKey(command, id)));
  return `Replace ${named}? Everything that uses the old key is refused from now on; with --overlap 86400 it works for another day.`;
}

const namedKey = (id: string, key: ApiKey | undefined): string => (key === undefined ? id : `${id} (${key.name})`);

const readKey = (command: Command, id: string) =>
  sendAsMerchant<ApiKey>(command, `GET /api-keys/${encodeURIComponent(id)}`);

/** Among the keys of an account, for the operator; undefined if it is not there. */
async function findKey(
  command: Command,
  { id, account }: { readonly id: string; readonly account: string },
): Promise<ApiKey | undefined> {
  for await (const { data } of readPages<ApiKey>(command, { path: keysOf(account) })) {
    const found = data.find((key) => key.id === id);
    if (found) return found;
  }
  return undefined;
}

const keysOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/keys` as const;

function printKey(command: Command, key: ApiKeyWithSecret): void {
  const { id, name, type, mode, permissions, expiresAt, secret } = key;
  const brief = { id, name, type, mode, ...(type === 'RESTRICTED' ? { permissions } : {}), expiresAt, secret };
  const isPublic = key.type === 'PUBLISHABLE';
  const note = isPublic
    ? 'The key is for pages: it is not secret.'
    : 'Save the secret now. It will not be shown again.';
  printRecord(command, isJson(command) ? key : brief, note);
}

/** @throws CommandError for a --mode that would have no effect */
function assertNoMode(command: Command): void {
  if (command.getOptionValueSource('mode') !== 'default')
    throw new CommandError('--mode requires --account: a key created with --api-key has the mode of that key.');
}

/** Parser of permissions, separated by blanks or commas. */
const toPermissions = (text: string, previous: readonly Permission[] = []): readonly Permission[] => [
  ...previous,
  ...commaSeparated(text).map(permissionNamed),
];

function permissionNamed(text: string): Permission {
  const name = permissions.find((each) => each === text.toUpperCase());
  if (name) return name;
  const closest = closestName(text, permissions);
  const meant = closest === undefined ? withWordsOf(text) : [closest];
  throw new InvalidArgumentError(
    `\`${text}\` is not a permission. ${meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'The help of this command lists them.'}`,
  );
}

/** Permissions that contain each word of the text, in singular or plural: `PAYMENT_INTENT_READ` for `PAYMENTS_READ`. */
function withWordsOf(text: string): readonly Permission[] {
  const words = text
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean);
  const has = (name: Permission, word: string): boolean =>
    name.split('_').some((each) => each === word || `${each}S` === word);
  return words.length === 0 ? [] : permissions.filter((name) => words.every((word) => has(name, word)));
}
