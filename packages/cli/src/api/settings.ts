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
  /** @throws CommandError when none is configured */
  operatorToken(): string;
  /** @throws CommandError when none is configured */
  apiKey(): string;
}

/** Settings of a command: its options, else environment variables, else the local stack. */
export function settingsOf(command: Command): Settings {
  const options = command.optsWithGlobals<GlobalOptions>();
  // With an explicit --base-url the local stack is ignored: its secrets must not reach another platform.
  const local = options.baseUrl === undefined ? localStack(options.home) : {};
  const baseUrl = options.baseUrl ?? local.baseUrl;
  if (!baseUrl) throw new CommandError('No platform found. Start one with `npm start`, or set --base-url.');
  if (!URL.canParse(baseUrl))
    throw new CommandError(`Invalid --base-url ${baseUrl}. Use a URL such as https://pay.example.com.`);
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    operatorToken() {
      const token = options.operatorToken ?? local.operatorToken;
      if (!token) throw new CommandError('No operator token. Set it with --operator-token or MIZAN_OPERATOR_TOKEN.');
      return token;
    },
    apiKey() {
      const key = options.apiKey ?? local.keys?.testSecret;
      if (!key) throw new CommandError('No API key. Set it with --api-key or MIZAN_API_KEY.');
      return key;
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
