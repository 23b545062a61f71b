import { expect, test } from '@jest/globals';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { useDispatcher } from './dispatcher.test-support.ts';

const hour = 3_600;
const { sender, createEndpoint, publish, attemptsFor, deliveriesTo, attempted, inLiveMode, advance, secondsToNext } =
  useDispatcher();

test('live: ten attempts at the documented delays, each recorded, then abandoned', async () => {
  inLiveMode();
  const { id } = await createEndpoint();
  sender.answer = () => failedWith(500);
  await publish();
  const delays: number[] = [];
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await attempted(id, attempt);
    delays.push(await secondsToNext(id));
    advance((delays.at(-1) ?? 0) + 0.1);
  }
  await attempted(id, 10);
  const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  delays.forEach((delay, index) => {
    expect(delay).toBeGreaterThan((expected[index] ?? 0) * 0.89 - 2);
    expect(delay).toBeLessThan((expected[index] ?? 0) * 1.11);
  });
  expect(attemptsFor(id).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(attemptsFor(id).map(({ eventId }) => eventId)).size).toBe(1);
  expect(new Set(attemptsFor(id).map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
  const last = (await deliveriesTo(id)).at(-1);
  expect([last?.attempt, last?.state, last?.retry_at]).toEqual([10, 'failed', null]);
});

test('test mode stops after five attempts', async () => {
  const { id } = await createEndpoint();
  sender.answer = () => failedWith(500);
  await publish();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await attempted(id, attempt);
    advance(2 * hour);
  }
  expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(Array(5).fill('failed'));
});

test('a success ends it', async () => {
  const { id } = await createEndpoint();
  sender.answer = ({ attempt }) => (attempt < 3 ? failedWith('timeout') : delivered);
  await publish();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await attempted(id, attempt);
    advance(60);
  }
  expect((await deliveriesTo(id)).map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'timeout'],
    ['failed', 'timeout'],
    ['succeeded', null],
  ]);
});

test('Retry-After postpones', async () => {
  const { id } = await createEndpoint();
  sender.answer = () => failedWith(503, 7_000);
  await publish();
  await attempted(id, 1);
  expect(await secondsToNext(id)).toBeGreaterThan(6_900);
});
