import { expect, test } from '@jest/globals';
import { Attempts } from './attempts.ts';

test('attempts count from the first failure that this process sees', () => {
  const attempts = new Attempts();
  expect([1, 2, 4].map((delivery) => attempts.fail('evt_1', delivery))).toEqual([1, 2, 4]);
  expect([9, 10].map((delivery) => attempts.fail('evt_2', delivery))).toEqual([1, 2]);
});

test('attempts count from 1 again when the event was handled, and when the server counts from 1 again', () => {
  const attempts = new Attempts();
  expect([attempts.fail('evt_1', 7), attempts.fail('evt_1', 8)]).toEqual([1, 2]);
  attempts.forget('evt_1');
  expect([attempts.fail('evt_1', 9), attempts.fail('evt_1', 10)]).toEqual([1, 2]);
  expect([attempts.fail('evt_1', 1), attempts.fail('evt_1', 2)]).toEqual([1, 2]);
});

test('failures of events that other processes handled are forgotten: no more than a durable can have unacknowledged are remembered', () => {
  const attempts = new Attempts();
  attempts.fail('evt_failing', 1);
  attempts.fail('evt_handled_elsewhere', 1);
  for (let i = 0; i < 998; i++) attempts.fail(`evt_${i}`, 1);
  expect(attempts.fail('evt_failing', 2)).toBe(2);
  attempts.fail('evt_one_more', 1);
  expect([attempts.fail('evt_failing', 3), attempts.fail('evt_handled_elsewhere', 3)]).toEqual([3, 1]);
});
