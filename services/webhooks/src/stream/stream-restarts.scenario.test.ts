import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Event } from '@mizan/contracts';
import { newId, type Scope } from '@mizan/service-kit';
import { envelope, eventually, leaveInOutbox, startWorld, type World } from '@mizan/testing';
import { webhooks } from '../app.ts';
import { follow, type Follower } from './follow.test-support.ts';

const scope: Scope = { merchantId: newId('acct'), livemode: false };
let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [webhooks] });
});
afterAll(() => world.stop());

const publish = () => {
  const { merchantId } = scope;
  const event = envelope({ type: 'product.created', object: { id: newId('prod'), object: 'product' }, merchantId });
  return leaveInOutbox(world, 'webhooks', [event]);
};
const sequencesOf = ({ events }: Follower) => events.map(({ data }) => (JSON.parse(data ?? '') as Event).sequence);

test('SIGTERM ends a stream at once and cleanly, SIGKILL breaks it; either way the successor goes on from there', async () => {
  const service = world.replica('webhooks');
  await service.spawn();
  const first = await follow(world, scope);
  await publish();
  await eventually(() => expect(sequencesOf(first)).toEqual([1]));

  const stopping = service.stop();
  expect(await first.over).toBe(true);
  await Promise.all([stopping, publish()]);

  const doomed = await service.spawn();
  const second = await follow(world, scope, { lastEventId: first.lastId() });
  await eventually(() => expect(sequencesOf(second)).toEqual([2]));
  doomed.kill('SIGKILL');
  expect(await second.over).toBe(false);
  await publish();

  await service.spawn();
  const third = await follow(world, scope, { lastEventId: second.lastId() });
  await publish();
  await eventually(() => expect(sequencesOf(third)).toEqual([3, 4]));
  third.leave();
});
