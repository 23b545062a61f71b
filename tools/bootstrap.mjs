#!/usr/bin/env node
/**
 * Runs every npm script: `node tools/bootstrap.mjs <script> [arguments]`.
 *
 * Runs on any Node from 18 on and needs nothing installed. It installs the dependencies when they are missing or do not
 * match the lock file, then runs the script under the Node that they bring, with its exit status and its signals.
 */
import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { ended, forwardSignals, installDependencies, InstallProblem, node, root } from './install-dependencies.mjs';

/** npm and its shell may die without passing on why; a script that npm started must not outlive them. */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
}

async function run(script, args) {
  const home = resolve(root, process.env.MIZAN_HOME || '.mizan');
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'compile-cache'),
    MIZAN_BOOTSTRAP_PID: String(process.pid), // a script that runs for long stops when this process is gone
  };
  const child = spawn(node, [resolve(root, script), ...args], { cwd: root, env, stdio: 'inherit' });
  forwardSignals(child);
  stopWithParent(child);
  return ended(child, `${node} is missing: delete node_modules and try again.`);
}

const [script, ...args] = process.argv.slice(2);
try {
  if (!script) throw new InstallProblem('usage: node tools/bootstrap.mjs <script> [arguments]');
  await installDependencies();
  process.exitCode = await run(script, args);
} catch (failure) {
  process.stderr.write(`${failure instanceof InstallProblem ? `mizan: ${failure.message}` : failure.stack}\n`);
  process.exitCode = 1;
}
