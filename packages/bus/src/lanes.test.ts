import { expect, test } from '@jest/globals';
import { Lanes } from './lanes.ts';

const ignore = () => undefined;

test.each([3, 60, 150])(
  'with %i lanes, tasks of one key that wait for each other leave room for as many others as lanes are idle',
  async (limit) => {
    const lanes = new Lanes(limit);
    const gate = Promise.withResolvers<void>();
    for (let taken = 0; taken < 2 * limit; taken++) lanes.add('slow', () => gate.promise, ignore);
    const ran = new Set<number>();
    expect(await lanes.room()).toBeGreaterThanOrEqual(limit - 1);
    for (let other = 1; other < limit; other++) lanes.add(`quick ${other}`, async () => void ran.add(other), ignore);
    expect(ran.size).toBe(limit - 1);
    gate.resolve();
    await lanes.close();
  },
);
