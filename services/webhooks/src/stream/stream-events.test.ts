import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Event } from '@mizan/contracts';
import { newId, type Scope } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import { follow, type Follower, type FollowOptions } from './follow.test-support.ts';

let service: TestService;
let scope: Scope;
const opened: Follower[] = [];
beforeAll(async () => {
  service = await startTestService(new ScriptedSender());
});
beforeEach(() => {
  scope = { merchantId: newId('acct'), livemode: false };
});
afterAll(async () => {
  for (const each of opened) each.leave();
  await service.world.stop();
});

async function open(options: FollowOptions = {}, as = scope): Promise<Follower> {
  const follower = await follow(service.world, as, options);
  opened.push(follower);
  await eventually(() => expect(follower.lastId()).toBeDefined());
  return follower;
}
const publish = () => service.publish({ scope });
const refused = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await service.world.merchantClient('webhooks', scope)('GET', `/events/stream${query}`, undefined, {
    headers,
  });
  return [answer.status, answer.body.error?.code, answer.body.error?.param];
};
const sequencesOf = ({ events }: Pick<Follower, 'events'>) =>
  events.map(({ data }) => (JSON.parse(data ?? '') as Event).sequence);
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

test('an event arrives as it was stored, to the byte, with its id and its type', async () => {
  const follower = await open();
  const { id } = await publish();
  await eventually(() => expect(follower.events).toHaveLength(1));
  const { rows } = await service.world.db('webhooks').query('select body from events where id = $1', [id]);
  expect(follower.events).toEqual([{ id, type: 'product.created', data: (rows[0] as { body: string }).body }]);
});

test('without a place it begins with what happens from now on', async () => {
  await publish();
  const follower = await open();
  await publish();
  await eventually(() => expect(sequencesOf(follower)).toEqual([2]));
});

test('after an event it begins with the next one, however many there are; Last-Event-ID goes before after', async () => {
  const first = await publish();
  await service.publishTogether(Array.from({ length: 130 }, () => ({ scope })));
  const follower = await open({ after: first.id });
  await eventually(() => expect(sequencesOf(follower)).toEqual(upTo(130, 2)));
  const back = await open({ after: first.id, lastEventId: follower.events[99]?.id });
  await eventually(() => expect(sequencesOf(back)).toEqual(upTo(30, 102)));
});

test('a reader that was given nothing yet misses nothing when it comes back, not even the first event of all', async () => {
  const before = await open();
  before.leave();
  await publish();
  const back = await open({ lastEventId: before.lastId() });
  await eventually(() => expect(sequencesOf(back)).toEqual([1]));
  back.leave();
  await service.world.db('webhooks').query('delete from events where merchant_id = $1', [scope.merchantId]);
  const idle = await open();
  await publish();
  const again = await open({ lastEventId: idle.lastId() });
  await eventually(() => expect(sequencesOf(again)).toEqual([2]));
});

test('no gap and no repeat for a reader that leaves again and again while events are stored from all sides', async () => {
  const total = 300;
  const seen: number[] = [];
  const publishing = (async () => {
    for (let i = 0; i < total / 6; i += 1)
      await Promise.all([publish(), publish(), service.publishTogether(Array.from({ length: 4 }, () => ({ scope })))]);
  })();
  let place: string | undefined = `evt_${'0'.repeat(24)}`;
  while (seen.length < total) {
    const follower: Follower = await open({ lastEventId: place });
    const enough = 1 + Math.floor(Math.random() * 60);
    await eventually(() =>
      expect(follower.events.length + seen.length).toBeGreaterThanOrEqual(Math.min(total, seen.length + enough)),
    );
    follower.leave();
    await follower.over;
    seen.push(...sequencesOf(follower));
    place = follower.lastId();
  }
  await publishing;
  expect(seen).toEqual(upTo(total));
});

test('many readers of one account all get everything, in order', async () => {
  const followers = await Promise.all(Array.from({ length: 20 }, () => open()));
  for (let i = 0; i < 20; i += 1) await publish();
  for (const follower of followers) await eventually(() => expect(sequencesOf(follower)).toEqual(upTo(20)));
});

test('another account and another mode receive nothing of it', async () => {
  const others = await Promise.all([
    open({}, { ...scope, merchantId: newId('acct') }),
    open({}, { ...scope, livemode: true }),
  ]);
  const mine = await open();
  await publish();
  await eventually(() => expect(mine.events).toHaveLength(1));
  expect(others.map(({ events }) => events)).toEqual([[], []]);
});

test('404 for an invalid position: unknown, of another account, beyond the end', async () => {
  const theirs = await service.publish({ scope: { ...scope, merchantId: newId('acct') } });
  await publish();
  expect(await refused(`?after=${newId('evt')}`)).toEqual([404, 'resource_missing', 'after']);
  expect(await refused(`?after=${theirs.id}`)).toEqual([404, 'resource_missing', 'after']);
  expect(await refused(`?after=evt_${'2'.padStart(24, '0')}`)).toEqual([404, 'resource_missing', 'after']);
  expect(await refused('', { 'last-event-id': newId('evt') })).toEqual([404, 'resource_missing', 'Last-Event-ID']);
  expect(await refused('?after=')).toEqual([400, 'parameter_invalid', 'after']);
  expect(await refused('?from=evt_1')).toEqual([400, 'parameter_unknown', 'from']);
});

test('404 when events after the position are already deleted: no client misses one unnoticed', async () => {
  const [first, second, third] = [await publish(), await publish(), await publish()];
  await publish();
  await service.world.db('webhooks').query('delete from events where id = any($1)', [[first.id, second.id]]);
  expect(await refused(`?after=${first.id}`)).toEqual([404, 'resource_missing', 'after']);
  expect(await refused(`?after=evt_${'1'.padStart(24, '0')}`)).toEqual([404, 'resource_missing', 'after']);
  const follower = await open({ after: third.id });
  await eventually(() => expect(sequencesOf(follower)).toEqual([4]));
});

test('an account has 32 streams at most; one that ends makes room', async () => {
  const followers = await Promise.all(Array.from({ length: 32 }, () => open()));
  expect(await refused('')).toEqual([429, 'rate_limit', undefined]);
  followers[0]?.leave();
  await eventually(async () => void (await open()));
});
