import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';

const run = promisify(execFile);
const pythonClient = fileURLToPath(new URL('../packages/sdk-python/src', import.meta.url));

/** What curl exits with after a response of 400 or above. */
const httpError = 22;

/** A code block of a guide. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** A guide's code blocks; those with nothing but space between them are one example. */
export function readExamples(markdown: string): Block[][] {
  const examples: Block[][] = [];
  let end = -1;
  for (const match of markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    const block = { language: match[1] ?? '', text: match[2] ?? '' };
    const isNext = end >= 0 && markdown.slice(end, match.index).trim() === '';
    if (isNext) examples[examples.length - 1]?.push(block);
    else examples.push([block]);
    end = match.index + match[0].length;
  }
  return examples;
}

/** All that a guide has in one language, as one program, and what it says that it prints. */
export function programOf(examples: readonly Block[][], language: string): { source: string; prints: string } {
  const own = examples.filter((blocks) => blocks.some((block) => block.language === language));
  const textsOf = (wanted: string) =>
    own.flatMap((blocks) => blocks.filter((block) => block.language === wanted).map(({ text }) => text));
  return { source: textsOf(language).join('\n'), prints: textsOf('text').join('') };
}

const special = /[$()*+./?[\\\]^{|}]/g;

/** A pattern for printed text in which `…` stands for anything. */
export const printed = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(special, '\\$&').replaceAll('…', '.*')}$`);

/** A JSON value of which a response has at least the fields; `…` in a text stands for anything. */
function atLeast(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('…')) return expect.stringMatching(printed(value)) as unknown;
  if (Array.isArray(value)) return value.map(atLeast);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, atLeast(field)])),
  ) as unknown;
}

/**
 * Runs the shell blocks of a guide in their order, as a reader would: `price_…` stands for the newest price that an earlier
 * response had, and `cs_…_secret_…` for its client secret. A line that is a comment separates the requests of a block. The
 * last response of a block has what the `json` block after it shows; only where that is an `error` is the request refused.
 *
 * @param home a folder whose `.curlrc` this writes: a refused request fails
 */
export async function runShell(examples: readonly Block[][], home: string, env: NodeJS.ProcessEnv): Promise<number> {
  await writeFile(join(home, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  const known = new Map<string, string>();
  let commands = 0;
  for (const blocks of examples) {
    const [command, other] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
    if (command === undefined) continue;
    if (other !== undefined) throw new Error(`nothing separates this from the example before it:\n${other}`);
    const json = blocks.find(({ language }) => language === 'json')?.text;
    const shown: unknown = json === undefined ? undefined : JSON.parse(json);
    const isRefused = typeof shown === 'object' && shown !== null && 'error' in shown;
    const requests = command.split(/^# .*\n/m).filter((request) => request.trim() !== '');
    let response = '';
    for (const [index, request] of requests.entries())
      response = await send(request, isRefused && index === requests.length - 1);
    commands += requests.length;
    if (shown !== undefined) expect(JSON.parse(response)).toEqual(atLeast(shown));
  }
  return commands;

  async function send(command: string, isRefused: boolean): Promise<string> {
    const filled = command.replaceAll(/\b(cs_…_secret|[a-z]+)_…/g, (placeholder, prefix: string) => {
      const value = known.get(prefix);
      if (value === undefined) throw new Error(`${placeholder}: no earlier response has one, in\n${command}`);
      return value;
    });
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', filled], {
      cwd: home,
      env: { ...env, PATH: process.env['PATH'], HOME: home, CURL_HOME: home },
    }).catch((failure: Error & { stdout?: string; code?: unknown }) => {
      if (isRefused && failure.code === httpError) return { stdout: failure.stdout ?? '' };
      throw new Error(`${filled}\n${failure.message}\n${failure.stdout ?? ''}`);
    });
    for (const [, id = '', prefix = ''] of stdout.matchAll(/"id":\s*"(([a-z]+)_\w+)"/g)) known.set(prefix, id);
    for (const [secret] of stdout.matchAll(/cs_\w+_secret_\w+/g)) known.set('cs_…_secret', secret);
    return stdout;
  }
}

/** Runs a Python program with its standard library and the client of the platform. @throws Error naming what to install */
export async function runPython(source: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const file = join(folder, `guide-${Math.random().toString(36).slice(2)}.py`);
  await writeFile(file, source);
  const { stdout } = await run('python3', [file], {
    cwd: folder,
    env: { ...env, PATH: process.env['PATH'], PYTHONPATH: pythonClient, PYTHONDONTWRITEBYTECODE: '1' },
  }).catch((failure: NodeJS.ErrnoException) => {
    throw failure.code === 'ENOENT' ? new Error('python3 is not installed: the guides are run with it.') : failure;
  });
  return stdout;
}
