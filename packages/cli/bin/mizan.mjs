#!/usr/bin/env node
// The command is TypeScript, which Node runs by itself from 22.18 on; an older one hands over to the Node that comes
// with the project.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) await import(main);
else {
  const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // `mizan listen` would go on when this process is stopped. A terminal sends its Ctrl-C to both: the command takes the second
  // one for the same.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]));
  child.once('error', () => {
    console.error(
      `mizan: Node ${process.versions.node} is too old, and ${node} is missing: run npm start, or wait until it has installed it.`,
    );
    process.exitCode = 1;
  });
}
