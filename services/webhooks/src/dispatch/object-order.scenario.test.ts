import { expect, test } from '@jest/globals';
import { newId, type BusEvent } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';

const { sender, rows, createEndpoint, publish, attemptsFor, attempted, advance, aPass } = useDispatcher();

const versions = (endpointId: string) =>
  attemptsFor(endpointId).map(
    ({ body }) => (JSON.parse(Buffer.from(body).toString()) as { objectVersion: number }).objectVersion,
  );
const object = () => ({ id: newId('prod'), object: 'product' }) as unknown as BusEvent['object'];

test('later versions go out after earlier ones, other objects meanwhile', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  const [one, two] = [object(), object()];
  sender.answer = ({ body }) => (Buffer.from(body).includes((one as { id: string }).id) ? held.answer() : delivered);
  for (let version = 1; version <= 5; version += 1) await publish({ object: one, objectVersion: version });
  await publish({ object: two, objectVersion: 9 });
  await eventually(() => expect(versions(id)).toEqual([1, 9]));
  held.release();
  await eventually(() => expect(versions(id)).toEqual([1, 9, 2, 3, 4, 5]));
});

test('a later version waits for the first two attempts of an earlier one, then goes', async () => {
  const { id } = await createEndpoint();
  const same = object();
  sender.answer = ({ body }) => (Buffer.from(body).includes('"objectVersion":1') ? failedWith(500) : delivered);
  await publish({ object: same, objectVersion: 1 });
  await publish({ object: same, objectVersion: 2 });
  await attempted(id, 1);
  expect(versions(id)).toEqual([1]);
  advance(6);
  await eventually(() => expect(versions(id)).toEqual([1, 1, 2]));
});

test('a later version waits for a minute at most', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  const same = object();
  sender.answer = ({ body }) => (Buffer.from(body).includes('"objectVersion":1') ? held.answer() : delivered);
  await publish({ object: same, objectVersion: 1 });
  await publish({ object: same, objectVersion: 2 });
  await eventually(() => expect(versions(id)).toEqual([1]));
  await rows(`update delivery_queue set lease_until = '2100-01-01' where claim_id is not null`); // real attempts end in 15 s
  advance(40);
  await aPass();
  expect(versions(id)).toEqual([1]);
  advance(21);
  await eventually(() => expect(versions(id)).toEqual([1, 2]));
  held.release();
});
