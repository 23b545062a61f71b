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

/** Runs the command to its end. */
export const runMizan = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [mizanCommand, ...args], nowhere(env), (failure, out, err) =>
      resolve({ status: failure ? Number(failure.code) : 0, out, err }),
    );
  });
