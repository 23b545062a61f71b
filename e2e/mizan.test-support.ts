import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `mizan` command as a file that Node runs. */
export const mizanCommand = fileURLToPath(new URL('../packages/cli/bin/mizan.mjs', import.meta.url));

export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Where the command runs: in a folder without a project or a stack here or above, knowing only `env`. */
export function nowhere(env: Readonly<Record<string, string>>) {
  const cwd = mkdtempSync(join(tmpdir(), 'mizan-cli-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { cwd, env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), HOME: cwd, MIZAN_HOME: cwd, ...env } };
}

/** Runs the command with `--json` and returns what it printed. @throws Error when it ends with another status than 0, or reports anything */
export async function readWithMizan<Body>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Body> {
  const { status, out, err } = await runMizan(['--json', ...args], env);
  if (status !== 0 || err !== '') throw new Error(`mizan ${args.join(' ')} ended with ${status}: ${err}`);
  return JSON.parse(out) as Body;
}

/** A Python program that starts its arguments in a terminal, whose input and output are those of this program. */
export const inTerminal = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

/** Runs the command in a terminal in which a person types `answer`, to its end. All that it prints is in `out`. */
export const runMizanInTerminal = (
  args: readonly string[],
  { answer, env }: { readonly answer: string; readonly env: Readonly<Record<string, string>> },
): Promise<Outcome> =>
  new Promise((resolve) => {
    const command = ['-c', inTerminal, process.execPath, mizanCommand, ...args];
    const { stdin } = execFile('python3', command, nowhere({ TERM: 'dumb', ...env }), (failure, out, err) =>
      resolve({ status: failure ? Number(failure.code) : 0, out, err }),
    );
    stdin?.write(`${answer}\n`); // the terminal keeps it until the command reads it
  });

/** Runs the command to its end. */
export const runMizan = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [mizanCommand, ...args], nowhere(env), (failure, out, err) =>
      resolve({ status: failure ? Number(failure.code) : 0, out, err }),
    );
  });
