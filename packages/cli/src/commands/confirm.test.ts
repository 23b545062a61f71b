import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { Command } from 'commander';
import { confirm, yesFlags } from './confirm.ts';
import { ForeseenRefusal } from './foreseen-refusal.ts';

/** A command that was run with these options. */
const run = (...options: string[]) =>
  new Command()
    .option(...yesFlags)
    .option('--idempotency-key <key>')
    .parse(options, { from: 'user' });

/** A terminal at which a person types an answer to the question; null closes it. */
function answering(answer: string | null) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  output.on('data', (chunk: Buffer) => {
    shown.push(chunk.toString());
    if (!chunk.toString().includes('[y/N]')) return;
    if (answer === null) input.end();
    else input.write(`${answer}\n`);
  });
  return { terminal: { input, output }, shown: () => shown.join('') };
}

test.each(['y', 'yes', 'Y', ' YES '])('goes on after %j', async (answer) => {
  const { terminal, shown } = answering(answer);
  await confirm(run(), 'Refund EGP 50.00 to Visa •••• 4242?', { terminal });
  expect(shown()).toBe('Refund EGP 50.00 to Visa •••• 4242? [y/N] ');
});

test.each(['', 'n', 'no', 'yesterday', null])('does nothing after %j', async (answer) => {
  const { terminal } = answering(answer);
  await expect(confirm(run(), 'Refund?', { terminal })).rejects.toThrow('Nothing was done.');
});

test('asks nothing with --yes', async () => {
  const { terminal, shown } = answering('n');
  await confirm(run('--yes'), 'Refund?', { terminal });
  expect(shown()).toBe('');
});

test('a name in the question cannot control the terminal', async () => {
  const { terminal, shown } = answering('y');
  await confirm(run(), 'Refund to Ev\u001b[2Jil?', { terminal });
  expect(shown()).toBe('Refund to Ev\ufffd[2Jil? [y/N] ');
});

test('a probable mistake is confirmed by a person who reads why, and by scripts with --yes', async () => {
  const doubt = 'Transfer 4711 was recorded already.';
  const { terminal, shown } = answering('y');
  expect(await confirm(run(), 'Record it?', { doubt, terminal })).toBe(true);
  expect(shown()).toBe('Transfer 4711 was recorded already. Record it? [y/N] ');
  const script = { doubt, terminal: undefined };
  expect(await confirm(run('--yes'), 'Record it?', script)).toBe(false);
  await expect(confirm(run(), 'Record it?', script)).rejects.toThrow(
    'Transfer 4711 was recorded already. Nothing was done. If it is right, repeat the command with --yes.',
  );
});

test('what the API would refuse is refused, and a question where an earlier run with the same key may be the reason', async () => {
  const question = () => Promise.reject(new ForeseenRefusal('The payment has already succeeded.'));
  const { terminal, shown } = answering('y');
  await expect(confirm(run(), question, { terminal })).rejects.toThrow('The payment has already succeeded.');
  expect(await confirm(run('--idempotency-key', 'return-7'), question, { terminal })).toBe(true);
  expect(shown()).toBe(
    'The payment has already succeeded. If that is what an earlier run with this key has done, it is not done twice. Send the command? [y/N] ',
  );
});

test('what a question names is read only if there is someone to ask', async () => {
  const { terminal, shown } = answering('y');
  let readings = 0;
  const question = () => Promise.resolve(`Refund ${++readings}?`);
  expect(await confirm(run('--yes'), question, { terminal })).toBe(false);
  expect([readings, shown()]).toEqual([0, '']);
  expect(await confirm(run(), question, { terminal })).toBe(true);
  expect(shown()).toBe('Refund 1? [y/N] ');
});
