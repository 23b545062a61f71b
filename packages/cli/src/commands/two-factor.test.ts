import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const create = ['keys', 'create', '--name', 'Mona', '--type', 'SECRET'];

test('a code is sent without the blank with which apps show it', async () => {
  const headers: unknown[] = [];
  const { status } = await runMizan([...create, '--two-factor-code', '123 456'], {
    answer: ({ twoFactorCode }) => {
      headers.push(twoFactorCode);
      return { id: 'key_1' };
    },
  });
  expect([status, headers]).toEqual([0, ['123456']]);
});

test('an error about the code names the option', async () => {
  const message = 'Send the current code of the account’s authenticator as Two-Factor-Code.';
  const { err } = await runMizan(create, { answer: () => ({ error: { code: 'two_factor_required', message } }) });
  expect(err).toContain('authenticator as --two-factor-code.');
});
