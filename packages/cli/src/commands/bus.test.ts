import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

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

const created = { id: 'bu_1', team: 'siwa', types: ['refund.*'], durables: ['main'], consumers: ['siwa-main-1'] };

test.each([
  [
    'names those of the team who can read other types through its durables',
    ['siwa-main-1'],
    ['*'],
    'Note: bu_2 of siwa ',
  ],
  ['says nothing of those who read the same types', ['siwa-main-1'], ['refund.*'], ''],
  ['says nothing of those with other durables, or another mode or merchant', ['siwa-main-2'], ['*'], ''],
])('creating a user %s', async (_what, consumers, types, note) => {
  const other = { ...created, id: 'bu_2', consumers, types };
  const answer = ({ method }: Sent) => (method === 'GET' ? { data: [other] } : { ...created, credentials: 'secret' });
  const { status, out, err } = await runMizan(['bus', 'users', 'create', 'siwa'], { answer });
  expect([status, err.slice(0, 'Note: bu_2 of siwa '.length)]).toEqual([0, note]);
  expect(out).toContain('secret');
});

test('a repeated command writes to the empty file that a run left which was ended, and to no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bus-'));
  const [left, other] = [join(folder, 'left.creds'), join(folder, 'other.creds')];
  writeFileSync(left, '', { mode: 0o644 });
  writeFileSync(other, 'kept');
  const create = (file: string, ...options: string[]) =>
    runMizan([...options, 'bus', 'users', 'create', 'siwa', '--out', file], {
      answer: ({ method }) => (method === 'GET' ? { data: [] } : { ...created, credentials: 'secret' }),
    });
  const key = ['--idempotency-key', 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab'];
  expect((await create(left)).err).toBe(
    `mizan: ${left} already exists, so no user was created. Remove it, or pass another --out.\n`,
  );
  expect((await create(left, ...key)).status).toBe(0);
  expect([readFileSync(left, 'utf8'), statSync(left).mode & 0o777]).toEqual(['secret', 0o600]);
  expect((await create(other, ...key)).err).toBe(
    `mizan: ${other} already exists, so no user was created. Remove it, or pass another --out.\n`,
  );
  expect(readFileSync(other, 'utf8')).toBe('kept');
});
