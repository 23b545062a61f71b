import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';

/** Commands of installed packages and this very Node come first, whatever the machine has. */
const env = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(repositoryRoot, 'node_modules', '.bin'), process.env['PATH']].filter(Boolean).join(delimiter),
});

/** Runs this Node in the repository, attached to the terminal, forwards signals and returns its exit status. */
export async function runNode(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, env: env(), stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return statusOf(child);
}

/** Runs a command in the repository and returns its exit status with everything it wrote. */
export async function captureCommand(
  command: string,
  args: readonly string[],
): Promise<{ status: number; output: string }> {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...env(), ...color },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { status: await statusOf(child), output };
}

/** The exit status as a shell reports it: 128 plus the signal's number when a signal ended the process. */
const statusOf = (child: ReturnType<typeof spawn>): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
