import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandProblem } from './command-problem.ts';

/** Options of every command. */
interface GlobalOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly operatorToken?: string;
  readonly home?: string;
  readonly json?: boolean;
}

/** What a local stack says about itself in `dev.json`, as far as the command needs it. */
interface LocalStack {
  readonly baseUrl?: string;
  readonly operatorToken?: string;
  readonly keys?: { readonly testSecret?: string };
}

/** Where a command goes, as whom, and how it prints. */
export interface Settings {
  readonly baseUrl: string;
  readonly isJson: boolean;
  /** @throws CommandProblem when none is known */
  operatorToken(): string;
  /** @throws CommandProblem when none is known */
  apiKey(): string;
}

/** Settings of a command: its options, else the environment, else the local stack. */
export function settingsOf(command: Command): Settings {
  const options = command.optsWithGlobals<GlobalOptions>();
  // Another platform's address with this stack's secrets would send them there.
  const local = options.baseUrl === undefined ? localStack(options.home) : {};
  const baseUrl = options.baseUrl ?? local.baseUrl;
  if (!baseUrl) throw new CommandProblem('no platform found: start one with `npm start`, or name one with --base-url.');
  if (!URL.canParse(baseUrl))
    throw new CommandProblem(`${baseUrl} is no address: --base-url takes one such as https://pay.example.`);
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    isJson: options.json === true,
    operatorToken: () =>
      known(options.operatorToken ?? local.operatorToken, 'operator token', '--operator-token or MIZAN_OPERATOR_TOKEN'),
    apiKey: () => known(options.apiKey ?? local.keys?.testSecret, 'API key', '--api-key or MIZAN_API_KEY'),
  };
}

function known(value: string | undefined, what: string, where: string): string {
  if (!value) throw new CommandProblem(`no ${what}: give one with ${where}.`);
  return value;
}

function localStack(home: string | undefined): LocalStack {
  const file = home === undefined ? nearestDevFile() : join(resolve(home), 'dev.json');
  if (!file || !existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LocalStack;
  } catch {
    throw new CommandProblem(`${file} cannot be read: is it yours, and is the stack running?`);
  }
}

/** `.mizan/dev.json` of this folder or the nearest one above it, else of the project this command belongs to. */
function nearestDevFile(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const file = join(folder, '.mizan', 'dev.json');
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) break;
  }
  return join(fileURLToPath(new URL('../../../', import.meta.url)), '.mizan', 'dev.json');
}
