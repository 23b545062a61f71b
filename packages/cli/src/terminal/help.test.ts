import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const quotesOrOption = 'If a value has spaces, put it in quotes. Other values need their option: see --help';

test.each([
  ['payments mark-paid 9glt slc6 lbnv', quotesOrOption],
  ['refunds create pi_1 --description Broken glass', quotesOrOption],
  ['payments capture pi_1 249.50', quotesOrOption],
  ['refunds create pi_1 pi_2', quotesOrOption],
  ['customers create Mona', quotesOrOption],
  ['reconcile acct_1', 'An ID needs its option: --account acct_1'],
  ['reconcile pvc_1', 'An ID needs its option: --connection pvc_1'],
  ['reconcile yesterday', quotesOrOption],
  ['providers methods acct_1 pvc_1 card apple_pay', 'Separate them by commas, without spaces: card,apple_pay'],
  ['providers methods acct_1 pvc_1 card, apple_pay', 'Separate them by commas, without spaces: card,apple_pay'],
])('too many arguments: mizan %s is refused with a hint, and nothing is sent', async (line, hint) => {
  const { status, err, sent } = await runMizan(line.split(' '));
  expect([status, sent]).toEqual([1, []]);
  expect(err).toMatch(/^mizan: too many arguments for /);
  expect(err.split('\n')[0]?.endsWith(`. ${hint}`)).toBe(true);
});

test('too many arguments of a command that takes no text are refused without a hint at quotes', async () => {
  const { status, err, sent } = await runMizan(['balance', 'now']);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toBe(
    "mizan: too many arguments for 'balance'. Expected 0 arguments but got 1: now.\n  Usage: mizan balance --help\n",
  );
});
