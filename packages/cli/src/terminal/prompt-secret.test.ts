import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { promptSecret } from './prompt-secret.ts';

/** A terminal, and what it shows. */
function openTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
  return { input, output, shown: () => shown.join('') };
}

test('a secret is not shown while it is typed', async () => {
  const { shown, ...terminal } = openTerminal();
  const secret = promptSecret(terminal, 'FAWRY_SECRET');
  terminal.input.write('fw_4711\n');
  expect([await secret, shown()]).toEqual(['fw_4711', 'FAWRY_SECRET: \n']);
});

test('Ctrl-C at a question ends the command as elsewhere, and says that nothing was done', async () => {
  const { shown, ...terminal } = openTerminal();
  const interrupted = once(process, 'SIGINT');
  void promptSecret(terminal, 'FAWRY_SECRET');
  terminal.input.write('\u0003');
  await interrupted;
  expect(shown()).toMatch(/^FAWRY_SECRET: \nmizan: Nothing was done\.\n/);
});
