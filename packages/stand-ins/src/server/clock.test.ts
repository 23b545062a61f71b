import { expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { StandInClock } from './clock.ts';

test('a frozen clock runs what is planned only when it is advanced, in order, each at its own time', () => {
  const clock = new StandInClock({ frozenAt: '2026-01-01T00:00:00.000Z' });
  const start = clock.now();
  const seen: [string, number][] = [];
  const note = (name: string) => () => void seen.push([name, clock.now() - start]);
  clock.after(200, note('late'));
  clock.after(100, () => {
    note('early')();
    clock.after(50, note('planned on the way'));
  });
  const cancel = clock.after(120, note('canceled'));
  cancel();
  clock.after(1_000, note('not yet'));
  clock.advance(99);
  expect(seen).toEqual([]);
  clock.advance(201);
  expect(seen).toEqual([
    ['early', 100],
    ['planned on the way', 150],
    ['late', 200],
  ]);
  expect(clock.now() - start).toBe(300);
});

test('a running clock runs what is due by itself, and what an advance makes due at once', async () => {
  const clock = new StandInClock();
  const seen: string[] = [];
  clock.after(5, () => void seen.push('soon'));
  clock.after(14 * 24 * 60 * 60 * 1000, () => void seen.push('in two weeks'));
  clock.after(60 * 24 * 60 * 60 * 1000, () => void seen.push('in two months')); // longer than a timer of Node
  await eventually(() => expect(seen).toEqual(['soon']));
  clock.advance(14 * 24 * 60 * 60 * 1000);
  expect(seen).toEqual(['soon', 'in two weeks']);
  clock.stop();
});

test('a stopped clock runs nothing any more', () => {
  const clock = new StandInClock({ frozenAt: '2026-01-01T00:00:00.000Z' });
  clock.after(1, () => {
    throw new Error('bug: it was stopped');
  });
  clock.stop();
  expect(() => clock.advance(10)).not.toThrow();
});
