import { expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { delivered } from '../webhooks.test-support.ts';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';

const { sender, createEndpoint, publish, attemptsFor, scope } = useDispatcher();

test('an endpoint has at most four in flight and does not hold up another', async () => {
  const [slow, quick] = [await createEndpoint(), await createEndpoint()];
  const held = heldAnswers();
  sender.answer = ({ endpointId }) => (endpointId === slow.id ? held.answer() : delivered);
  for (let i = 0; i < 20; i += 1) await publish();
  await eventually(() => expect(attemptsFor(quick.id)).toHaveLength(20));
  expect(attemptsFor(slow.id)).toHaveLength(4);
  held.release();
  await eventually(() => expect(attemptsFor(slow.id)).toHaveLength(20));
});

test('a merchant whose endpoints all hang leaves room for others', async () => {
  const other = { merchantId: newId('acct'), livemode: false };
  const theirs = await createEndpoint(other);
  for (let i = 0; i < 20; i += 1) await createEndpoint();
  const held = heldAnswers();
  sender.answer = ({ endpointId }) => (endpointId === theirs.id ? delivered : held.answer());
  const before = sender.attempts.length;
  for (let i = 0; i < 6; i += 1) await publish();
  await eventually(() => expect(sender.attempts.length - before).toBe(48));
  await publish({ scope: other });
  await eventually(() => expect(attemptsFor(theirs.id)).toHaveLength(1));
  expect(sender.attempts.length - before).toBe(49);
  held.release();
  await eventually(() => expect(sender.attempts.length - before).toBe(121));
});

test('test mode has slots of its own: a flood there does not delay a live delivery', async () => {
  const flood = heldAnswers();
  const live = await createEndpoint({ ...scope(), livemode: true });
  const merchants = [scope(), { ...scope(), merchantId: newId('acct') }];
  for (const each of merchants) for (let i = 0; i < 16; i += 1) await createEndpoint(each);
  sender.answer = ({ endpointId }) => (endpointId === live.id ? delivered : flood.answer());
  const before = sender.attempts.length;
  for (const each of merchants) for (let i = 0; i < 4; i += 1) await publish({ scope: each });
  await eventually(() => expect(sender.attempts.length - before).toBe(64));
  await publish({ scope: { ...scope(), livemode: true } });
  await eventually(() => expect(attemptsFor(live.id)).toHaveLength(1));
  flood.release();
  await eventually(() => expect(sender.attempts.length - before).toBe(129));
});
