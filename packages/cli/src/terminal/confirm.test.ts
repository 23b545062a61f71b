import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { confirm } from './confirm.ts';

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
  await confirm('Refund EGP 50.00 to Visa •••• 4242?', { yes: undefined, terminal });
  expect(shown()).toBe('Refund EGP 50.00 to Visa •••• 4242? [y/N] ');
});

test.each(['', 'n', 'no', 'yesterday', null])('does nothing after %j', async (answer) => {
  const { terminal } = answering(answer);
  await expect(confirm('Refund?', { yes: undefined, terminal })).rejects.toThrow('Nothing was done.');
});

test('asks nothing with --yes', async () => {
  const { terminal, shown } = answering('n');
  await confirm('Refund?', { yes: true, terminal });
  expect(shown()).toBe('');
});

test('a name in the question cannot control the terminal', async () => {
  const { terminal, shown } = answering('y');
  await confirm('Refund to Ev\u001b[2Jil?', { yes: undefined, terminal });
  expect(shown()).toBe('Refund to Ev\ufffd[2Jil? [y/N] ');
});

test('a probable mistake is confirmed by a person who reads why, and by scripts with --yes', async () => {
  const doubt = 'Transfer 4711 was recorded already.';
  const { terminal, shown } = answering('y');
  expect(await confirm('Record it?', { yes: undefined, doubt, terminal })).toBe(true);
  expect(shown()).toBe('Transfer 4711 was recorded already. Record it? [y/N] ');
  const script = { doubt, terminal: undefined };
  expect(await confirm('Record it?', { ...script, yes: true })).toBe(false);
  await expect(confirm('Record it?', { ...script, yes: undefined })).rejects.toThrow(
    'Transfer 4711 was recorded already. Nothing was done. If it is right, repeat the command with --yes.',
  );
});

test('what a question names is read only if there is someone to ask', async () => {
  const { terminal, shown } = answering('y');
  let readings = 0;
  const question = () => Promise.resolve(`Refund ${++readings}?`);
  expect(await confirm(question, { yes: true, terminal })).toBe(false);
  expect([readings, shown()]).toEqual([0, '']);
  expect(await confirm(question, { yes: undefined, terminal })).toBe(true);
  expect(shown()).toBe('Refund 1? [y/N] ');
});
