import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';

/** Options of every command. */
interface GlobalOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly operatorToken?: string;
  readonly home?: string;
}

/** The part of a local stack's `dev.json` that commands need. */
interface LocalStack {
  readonly baseUrl?: string;
  readonly operatorToken?: string;
  readonly keys?: { readonly testSecret?: string };
}

/** Server and credentials of a command. */
export interface Settings {
  readonly baseUrl: string;
  /** @throws CommandError when none is configured, or one that cannot be sent */
  operatorToken(): string;
  /** @throws CommandError when none is configured, or one that cannot be sent */
  apiKey(): string;
}

/** Where an API key is read from, the first that is set: the name that goes with the other settings, then that of the SDKs. */
export const apiKeyVariables = ['MIZAN_API_KEY', 'MIZAN_KEY'] as const;

/** A credential, and what it was read from. */
interface Credential {
  readonly value: string;
  readonly from: string;
}

function apiKeyOf({ apiKey }: GlobalOptions, local: LocalStack): Credential | undefined {
  if (apiKey !== undefined) return { value: apiKey, from: '--api-key' };
  const from = apiKeyVariables.find((name) => process.env[name]);
  if (from !== undefined) return { value: process.env[from] ?? '', from };
  const value = local.keys?.testSecret;
  return value === undefined ? undefined : { value, from: 'the local stack' };
}

/** @throws CommandError for characters that HTTP cannot send. It does not show them */
function sendable({ value, from }: Credential): string {
  if (/^[\x20-\x7e]+$/.test(value.trim())) return value;
  throw new CommandError(`${from} has characters that no key or token has. Copy it again.`);
}

/** A credential that a command needs is not configured. */
class MissingCredential extends CommandError {}

/**
 * Whether a command that merchants and the operator share is meant for the operator: `--operator` or an `--account` says
 * so, and so does an operator token where no API key is known.
 */
export function isForOperator(command: Command): boolean {
  const options = command.optsWithGlobals<GlobalOptions & { readonly operator?: true; readonly account?: string }>();
  if (options.operator || options.account !== undefined) return true;
  const { apiKey, operatorToken } = settingsOf(command);
  return !isKnown(apiKey) && isKnown(operatorToken);
}

/** Whether one of {@link Settings} that may be missing is configured. @throws CommandError for one that cannot be sent */
export function isKnown(read: () => string): boolean {
  try {
    return read() !== '';
  } catch (thrown) {
    if (thrown instanceof MissingCredential) return false;
    throw thrown;
  }
}

/** Settings of a command: its options, else environment variables, else the local stack. */
export function settingsOf(command: Command): Settings {
  const options = command.optsWithGlobals<GlobalOptions>();
  const found = localStack(options.home);
  // The secrets of the local stack must not reach another platform.
  const isLocal = options.baseUrl === undefined || options.baseUrl.replace(/\/$/, '') === found.baseUrl;
  const local = isLocal ? found : {};
  const baseUrl = options.baseUrl ?? local.baseUrl;
  if (!baseUrl) throw new CommandError('No platform found. Start one with `npm start`, or set --base-url.');
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new CommandError(
      `Invalid --base-url ${baseUrl}. It must begin with http:// or https://, such as https://pay.example.com.`,
    );
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    operatorToken() {
      const { operatorToken: given } = options;
      const value = given ?? local.operatorToken;
      if (!value)
        throw new MissingCredential('No operator token. Set it with --operator-token or MIZAN_OPERATOR_TOKEN.');
      const isTyped = command.getOptionValueSourceWithGlobals('operatorToken') === 'cli';
      const variable = isTyped ? '--operator-token' : 'MIZAN_OPERATOR_TOKEN';
      return sendable({ value, from: given === undefined ? 'the operator token of the local stack' : variable });
    },
    apiKey() {
      const key = apiKeyOf(options, local);
      if (!key?.value)
        throw new MissingCredential(`No API key. Set it with --api-key, ${apiKeyVariables.join(' or ')}.`);
      return sendable(key);
    },
  };
}

function localStack(home: string | undefined): LocalStack {
  const file = home === undefined ? nearestDevFile() : join(resolve(home), 'dev.json');
  if (!file || !existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LocalStack;
  } catch {
    throw new CommandError(`Cannot read ${file}. Check that the stack is running and that the file belongs to you.`);
  }
}

/** `.mizan/dev.json` in this folder or the nearest parent, else in the project that contains this command. */
function nearestDevFile(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const file = join(folder, '.mizan', 'dev.json');
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) break;
  }
  return join(fileURLToPath(new URL('../../../..', import.meta.url)), '.mizan', 'dev.json');
}

/** Whether an API key is of live mode, which has neither a test clock nor other helpers. */
export const isLiveKey = (apiKey: string): boolean => apiKey.includes('_live_');
