import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Scope } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import { EventFeed } from './event-feed.ts';
import { follow } from './follow.test-support.ts';

const scope: Scope = { merchantId: newId('acct'), livemode: false };
let service: TestService;
beforeAll(async () => {
  service = await startTestService(new ScriptedSender(), { streams: { heartbeatMs: 50, longestMs: 1_000 } });
});
afterAll(() => service.world.stop());

test('heartbeats keep a quiet stream alive, and after its time it ends for the reader to come back', async () => {
  const follower = await follow(service.world, scope);
  await eventually(() => expect(follower.comments()).toBeGreaterThan(3));
  expect(await follower.over).toBe(true);
});

test('an event is read once for all clients of a process, and there are no queries without clients', async () => {
  let statements = 0;
  const { system } = service.deps.db;
  const counted = { ...system, sql: ((...statement) => (statements++, system.sql(...statement))) as typeof system.sql };
  const feed = new EventFeed(counted, { pollMs: 5 });
  feed.start();
  const quiet = { merchantId: newId('acct'), livemode: false };
  const readers = Array.from({ length: 25 }, () => feed.follow(quiet, 0));
  expect(new Set(readers.map(({ tail }) => tail)).size).toBe(1);
  const gone = new AbortController().signal;
  const notified = Promise.all(readers.map(({ tail }) => tail.changed(gone)));
  const { id } = await service.publish({ scope: quiet });
  await notified;
  expect(readers[0]?.tail.kept(0)?.map(({ text }) => text.includes(id))).toEqual([true]);
  for (const { leave } of readers) leave();
  let before = -1;
  await eventually(() => {
    const isQuiet = statements === before;
    before = statements;
    expect(isQuiet).toBe(true);
  });
  await feed.stop();
});
