import { expect, test } from '@jest/globals';
import { confirmDelays, pollDelay } from './poll-delays.ts';

test('confirms of a payment in doubt leave attempts of those that a checkout has in a minute and in an hour', () => {
  const times = [0];
  for (let turn = 0; (times.at(-1) ?? 0) < 3 * 3_600_000; turn++)
    times.push((times.at(-1) ?? 0) + pollDelay(turn, confirmDelays));
  const mostIn = (ms: number): number =>
    Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + ms).length));
  expect(mostIn(60_000)).toBeLessThan(6);
  expect(mostIn(3_600_000)).toBeLessThan(20);
});
