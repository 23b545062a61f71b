import { ApiKeyType, type ApiKey, type ApiKeyWithSecret, type Mode } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { operate, pageOption } from './accounts.ts';
import { sendRequest } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printRecord, printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

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

const twoFactor = () => new Option('--two-factor-code <code>', 'of the account’s authenticator, for live keys');

/** `mizan keys`: API keys, an account's first ones and those that it manages itself. */
export function keyCommands(): Command {
  const keys = new Command('keys').description('make, list, replace and revoke API keys');

  keys
    .command('create')
    .description('make a key: for any account as the operator, else for the account of --api-key')
    .requiredOption('--name <name>', 'what it is for')
    .option('--account <id>', 'acct_…: as the operator')
    .addOption(
      new Option('--type <type>', 'what it may do').choices(ApiKeyType.options).default('SECRET').argParser(upperType),
    )
    .addOption(new Option('--mode <mode>', 'with --account').choices(['test', 'live']).default('test'))
    .option('--permissions <names...>', 'of a restricted key, such as PRODUCT_READ')
    .option('--ip <ranges...>', 'addresses and CIDR ranges it may be used from')
    .option('--origin <origins...>', 'of a publishable key: whose pages may frame checkouts and use it')
    .option('--expires-at <time>', 'ISO 8601')
    .addOption(twoFactor())
    .action(async (options: CreateOptions, command: Command) => {
      const { name, type, permissions, ip: ipAllowlist, origin: allowedOrigins, expiresAt } = options;
      const body = { name, type, permissions, ipAllowlist, allowedOrigins, expiresAt };
      if (!options.account) refuseIdleMode(command);
      const made = options.account
        ? await operate<ApiKeyWithSecret>(
            command,
            'POST',
            `/operator/accounts/${encodeURIComponent(options.account)}/keys`,
            { ...body, mode: options.mode },
          )
        : await asMerchant<ApiKeyWithSecret>(command, 'POST', '/api-keys', body, options.twoFactorCode);
      printKey(command, made);
    });

  keys
    .command('list')
    .description('the keys of the account and mode of --api-key')
    .addOption(pageOption())
    .action(async ({ page }: { page: number }, command: Command) => {
      const { data } = await asMerchant<{ data: ApiKey[] }>(command, 'GET', `/api-keys?page=${page}&limit=100`);
      printTable(
        data,
        ['id', 'name', 'type', 'mode', 'last4', 'lastUsedAt', 'expiresAt', 'revokedAt'],
        settingsOf(command).isJson,
      );
    });

  keys
    .command('roll')
    .description('replace a key by one that may do the same')
    .argument('<id>', 'key_…')
    .option('--overlap <seconds>', 'how long the old one works on, at most seven days', wholeSeconds, 0)
    .addOption(twoFactor())
    .action(async (id: string, options: { overlap: number; twoFactorCode?: string }, command: Command) => {
      const body = { expireOldAfterSeconds: options.overlap };
      printKey(
        command,
        await asMerchant(command, 'POST', `/api-keys/${encodeURIComponent(id)}/roll`, body, options.twoFactorCode),
      );
    });

  keys
    .command('revoke')
    .description('refuse a key for good, everywhere within five seconds')
    .argument('<id>', 'key_…')
    .addOption(twoFactor())
    .action(async (id: string, options: { twoFactorCode?: string }, command: Command) => {
      const gone = await asMerchant<Record<string, unknown>>(
        command,
        'DELETE',
        `/api-keys/${encodeURIComponent(id)}`,
        undefined,
        options.twoFactorCode,
      );
      printRecord(gone, settingsOf(command).isJson);
    });
  return keys;
}

async function asMerchant<Body>(
  command: Command,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  code?: string,
): Promise<Body> {
  const settings = settingsOf(command);
  const headers: Record<string, string> = code === undefined ? {} : { 'two-factor-code': code };
  return sendRequest<Body>({ baseUrl: settings.baseUrl, as: settings.apiKey(), method, path, body, headers });
}

function printKey(command: Command, key: ApiKeyWithSecret): void {
  const { isJson } = settingsOf(command);
  const { id, name, type, mode, permissions, expiresAt, secret } = key;
  const brief = { id, name, type, mode, ...(type === 'RESTRICTED' ? { permissions } : {}), expiresAt, secret };
  printRecord(isJson ? key : brief, isJson, 'The secret is shown this once; only a hash of it is kept.');
}

function upperType(text: string): ApiKeyType {
  const { data: type } = ApiKeyType.safeParse(text.toUpperCase());
  if (!type) throw new InvalidArgumentError(`Allowed choices are ${ApiKeyType.options.join(', ')}.`);
  return type;
}

function wholeSeconds(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number of seconds.');
  return Number(text);
}

/** @throws CommandError for a mode that nobody would look at */
function refuseIdleMode(command: Command): void {
  if (command.getOptionValueSource('mode') !== 'default')
    throw new CommandError('--mode goes with --account: a key made with --api-key has the mode of that key.');
}
