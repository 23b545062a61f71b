import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const list = (...args: string[]) =>
  runMizan(['bus', 'users', 'list', ...args], { answer: () => ({ data: [], totalCount: 0 }) });

test.each([
  ['Nope', 'it must be 2 to 31 lowercase letters, digits and underscores, and start with a letter.'],
  ['payments', 'it is the name of a service.'],
])('users of a team that cannot exist are not listed: %s', async (name, message) => {
  const { status, sent, err } = await list('--team', name);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toContain(`mizan: --team: \`${name}\` is not the name of a team: ${message}\n`);
});

test('a team without users is named, so that a typing error does not read as if no one had access', async () => {
  expect(await list('--team', 'fullfilment')).toMatchObject({
    status: 0,
    out: 'none\n',
    err: 'There is no active user of the team fullfilment; --ended shows others.\n',
  });
  expect((await list('--team', 'fullfilment', '--ended')).err).toBe('There is no user of the team fullfilment.\n');
  expect((await list()).err).toBe('');
});
