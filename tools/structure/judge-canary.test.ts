import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { judgeStructureCanary } from './judge-canary.ts';
import { longFunctions } from './parameters.ts';
import { readSource } from './repository.ts';

test('every rule of structure finds what the canary breaks, and nothing else', async () => {
  expect(await judgeStructureCanary()).toEqual([]);
});

test('an action of the CLI with too many parameters is shown how commands take them', () => {
  const canary = join(import.meta.dirname, 'canary');
  const messages = longFunctions([readSource(canary, 'services/payments/src/ledger/post.ts')]).map(
    ({ message }) => message,
  );
  expect(messages).toEqual([
    'postFour has 4 positional parameters: make them (tx, app, input).',
    'post has 5 positional parameters: make them (tx, app, input).',
    'a function has 4 positional parameters: take them as one, (...[id, amount, options, command]: [string, number, Options, Command]).',
  ]);
});
