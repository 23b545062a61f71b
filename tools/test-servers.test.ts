import { expect, test } from '@jest/globals';
import { describeTestServers } from './test-servers.ts';

test('says which servers of the environment the tests use, and how they use their own', () => {
  const env = { NATS_URL: 'nats://localhost:4222', DATABASE_URL: 'postgres://postgres@localhost:5432/shop' };
  expect(describeTestServers(env)).toEqual([
    'Tests use NATS_URL=nats://localhost:4222 from the environment; unset it to use their own.',
    'Tests use DATABASE_URL=postgres://localhost:5432/shop from the environment; unset it to use their own.',
  ]);
  expect(describeTestServers({ NATS_URL: 'localhost:4222' })).toEqual([
    'Tests use NATS_URL from the environment; unset it to use their own.',
  ]);
  expect(describeTestServers({ NATS_URL: '', PATH: '/bin' })).toEqual([]);
});

test.each([
  'nats://hunter2@bus:4222',
  'nats://user:hunter2@bus:4222',
  'user:hunter2@bus:4222',
  'nats://a:hunter2@one:4222,nats://b:hunter2@two:4222',
  'postgres://user:hunter2@db/shop?password=hunter2',
  'postgres://user:hunter2/x@db/shop',
  'postgres://hunter2:1/x@db/shop',
  'postgres://hunter2:1?x@db/shop',
])('never shows a password: %s', (url) => {
  const lines = describeTestServers({ NATS_URL: url, DATABASE_URL: url });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('hunter2');
});
