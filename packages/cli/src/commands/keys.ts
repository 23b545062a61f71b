import { ApiKeyType, type ApiKey, type ApiKeyWithSecret, type Mode } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsMerchant, sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { pageOption, wholeNumberOf } from '../terminal/options.ts';
import { isJson, printRecord, printTable } from '../terminal/print.ts';

interface CreateOptions {
  readonly name: string;
  readonly account?: string;
  readonly type: ApiKeyType;
  readonly mode: Mode;
  readonly permissions?: string[];
  readonly ip?: string[];
  readonly origin?: string[];
  readonly expiresAt?: string;
  readonly twoFactorCode?: string;
}

const twoFactor = () =>
  new Option('--two-factor-code <code>', 'code from the account’s authenticator app, required for live keys');

/** `mizan keys`: API keys, managed by the operator or by the merchant. */
export function keyCommands(): Command {
  const keys = new Command('keys').description('create, list, roll and revoke API keys');

  keys
    .command('create')
    .description('create a key for the account of --api-key, or as the operator for --account')
    .requiredOption('--name <name>', 'name of the key')
    .option('--account <id>', 'acct_…: create it as the operator')
    .addOption(
      new Option('--type <type>', 'type of the key').choices(ApiKeyType.options).default('SECRET').argParser(upperType),
    )
    .addOption(
      new Option('--mode <mode>', 'mode of the key, with --account only').choices(['test', 'live']).default('test'),
    )
    .option('--permissions <names...>', 'permissions of a restricted key, such as PRODUCT_READ')
    .option('--ip <ranges...>', 'IP addresses and CIDR ranges allowed to use the key')
    .option('--origin <origins...>', 'origins allowed to use a publishable key and to embed checkouts')
    .option('--expires-at <time>', 'expiry time, ISO 8601')
    .addOption(twoFactor())
    .action(async (options: CreateOptions, command: Command) => {
      const { name, type, permissions, ip: ipAllowlist, origin: allowedOrigins, expiresAt } = options;
      const body = { name, type, permissions, ipAllowlist, allowedOrigins, expiresAt };
      if (!options.account) assertNoMode(command);
      const key = options.account
        ? await sendAsOperator<ApiKeyWithSecret>(
            command,
            `POST /operator/accounts/${encodeURIComponent(options.account)}/keys`,
            { body: { ...body, mode: options.mode } },
          )
        : await sendAsMerchant<ApiKeyWithSecret>(command, 'POST /api-keys', {
            body,
            headers: twoFactorHeaders(options),
          });
      printKey(command, key);
    });

  keys
    .command('list')
    .description('list the keys of the account and mode of --api-key')
    .addOption(pageOption())
    .action(async ({ page }: { page: number }, command: Command) => {
      const { data } = await sendAsMerchant<{ data: ApiKey[] }>(command, `GET /api-keys?page=${page}&limit=100`);
      printTable(command, data, ['id', 'name', 'type', 'mode', 'last4', 'lastUsedAt', 'expiresAt', 'revokedAt']);
    });

  keys
    .command('roll')
    .description('replace a key with a new one that has the same permissions')
    .argument('<id>', 'key_…')
    .addOption(
      new Option('--overlap <seconds>', 'how long the old key keeps working, at most seven days')
        .default(0)
        .argParser(wholeNumberOf('seconds')),
    )
    .addOption(twoFactor())
    .action(async (id: string, options: { overlap: number; twoFactorCode?: string }, command: Command) => {
      const request = { body: { expireOldAfterSeconds: options.overlap }, headers: twoFactorHeaders(options) };
      printKey(command, await sendAsMerchant(command, `POST /api-keys/${encodeURIComponent(id)}/roll`, request));
    });

  keys
    .command('revoke')
    .description('revoke a key permanently; it stops working everywhere within five seconds')
    .argument('<id>', 'key_…')
    .option('--account <id>', 'acct_…: revoke it as the operator, in either mode')
    .action(async (id: string, { account }: { account?: string }, command: Command) => {
      const key = encodeURIComponent(id);
      printRecord(
        command,
        account
          ? await sendAsOperator(command, `DELETE /operator/accounts/${encodeURIComponent(account)}/keys/${key}`)
          : await sendAsMerchant(command, `DELETE /api-keys/${key}`),
      );
    });
  return keys;
}

const twoFactorHeaders = ({ twoFactorCode }: { twoFactorCode?: string }): Record<string, string> =>
  twoFactorCode === undefined ? {} : { 'two-factor-code': twoFactorCode };

function printKey(command: Command, key: ApiKeyWithSecret): void {
  const { id, name, type, mode, permissions, expiresAt, secret } = key;
  const brief = { id, name, type, mode, ...(type === 'RESTRICTED' ? { permissions } : {}), expiresAt, secret };
  printRecord(command, isJson(command) ? key : brief, 'Save the secret now. It will not be shown again.');
}

function upperType(text: string): ApiKeyType {
  const { data: type } = ApiKeyType.safeParse(text.toUpperCase());
  if (!type) throw new InvalidArgumentError(`Allowed choices are ${ApiKeyType.options.join(', ')}.`);
  return type;
}

/** @throws CommandError for a --mode that would have no effect */
function assertNoMode(command: Command): void {
  if (command.getOptionValueSource('mode') !== 'default')
    throw new CommandError('--mode requires --account: a key created with --api-key has the mode of that key.');
}
