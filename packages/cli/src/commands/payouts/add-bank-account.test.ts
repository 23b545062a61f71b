import { expect, test } from '@jest/globals';
import { runMizan } from '../../mizan.test-support.ts';

const account = { id: 'ba_1', holderName: 'Siwa Trading', country: 'EG', last4: '0002', currency: 'EGP' };
const add = (iban: string, typed?: string, ...more: string[]) =>
  runMizan(['payouts', 'add-bank-account', '--holder', 'Siwa Trading', '--iban', iban, '--currency', 'egp', ...more], {
    answer: () => account,
    ...(typed !== undefined && { typed }),
  });

test('a bank account is added after a question with its holder and its IBAN in groups, and the next step is named', async () => {
  const { status, sent, out, err } = await add('eg38 0019-0005 00000000263180002', 'y');
  expect(err).toContain(
    'Add the account of Siwa Trading, EG38 0019 0005 0000 0000 2631 8000 2, for payouts in EGP? [y/N]',
  );
  expect([status, sent]).toMatchObject([
    0,
    [
      {
        ...{ method: 'POST', path: '/bank-accounts' },
        body: { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' },
      },
    ],
  ]);
  expect(out).toMatch(/^last4 +0002$/m);
  expect(out).toContain('Next: mizan payouts create --bank-account ba_1 --amount <amount>\n');
});

test('with a live key, the next step is named with the code that it needs', async () => {
  const line = ['payouts', 'add-bank-account', '--holder', 'Siwa Trading', '--currency', 'egp'];
  const { out } = await runMizan([...line, '--iban', 'EG380019000500000000263180002', '--two-factor-code', '123456'], {
    answer: () => account,
    credentials: ['--api-key', 'mz_sk_live_1'],
  });
  expect(out).toContain('Next: mizan payouts create --bank-account ba_1 --amount <amount> --two-factor-code <code>\n');
});

test('the code of the authenticator app is sent with it', async () => {
  const { sent } = await add('EG380019000500000000263180002', undefined, '--two-factor-code', '123 456');
  expect(sent).toMatchObject([{ twoFactorCode: '123456' }]);
});

test('an IBAN with a digit that is wrong is refused before a question', async () => {
  const { status, sent, err, questions } = await add('EG390019000500000000263180002', 'y');
  expect([status, sent, questions]).toEqual([1, [], 0]);
  expect(err).toMatch(/^mizan: --iban: EG390019000500000000263180002 is not an IBAN/);
});

test('where there is no bank account, the command that adds one is named', async () => {
  const list = (data: object[]) =>
    runMizan(['payouts', 'bank-accounts'], { answer: () => ({ data, totalCount: data.length }) });
  expect(await list([])).toMatchObject({
    ...{ status: 0, out: 'none\n' },
    err: 'Add one: mizan payouts add-bank-account\n',
  });
  expect((await list([account])).err).not.toContain('Add one');
});
