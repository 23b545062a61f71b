import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const create = ['keys', 'create', '--name', 'Mona', '--type', 'SECRET'];

test.each(['123 456', '١٢٣٤٥٦', '۱۲۳ ۴۵۶'])(
  'a code (%s) is sent in Latin digits, without the blank with which apps show it',
  async (code) => {
    const headers: unknown[] = [];
    const { status } = await runMizan([...create, '--two-factor-code', code], {
      answer: ({ twoFactorCode }) => {
        headers.push(twoFactorCode);
        return { id: 'key_1' };
      },
    });
    expect([status, headers]).toEqual([0, ['123456']]);
  },
);

test.each(['رمز', '12345', '12345a', ''])('what is no code (%j) is not sent', async (code) => {
  const { sent, err } = await runMizan([...create, '--two-factor-code', code]);
  expect(sent).toEqual([]);
  expect(err).toContain('It must be the six digits that the authenticator app shows.');
});

test('an error about the code names the option', async () => {
  const message = 'Send the current code of the account’s authenticator as Two-Factor-Code.';
  const { err } = await runMizan(create, { answer: () => ({ error: { code: 'two_factor_required', message } }) });
  expect(err).toContain('authenticator as --two-factor-code.');
});
