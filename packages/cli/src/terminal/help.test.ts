import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

test.each([
  ['payments mark-paid 9glt slc6 lbnv', 'Put a value that has spaces in quotes: "two words"'],
  ['refunds create pi_1 --description Broken glass', 'Put a value that has spaces in quotes: "two words"'],
  ['providers methods acct_1 pvc_1 card apple_pay', 'Separate them by commas, without spaces: card,apple_pay'],
  ['providers methods acct_1 pvc_1 card, apple_pay', 'Separate them by commas, without spaces: card,apple_pay'],
])('too many arguments: mizan %s is refused with a hint, and nothing is sent', async (line, hint) => {
  const { status, err, sent } = await runMizan(line.split(' '));
  expect([status, sent]).toEqual([1, []]);
  expect(err).toMatch(/^mizan: too many arguments for /);
  expect(err.split('\n')[0]?.endsWith(`. ${hint}`)).toBe(true);
});
