import { matchesEventPatterns, publicEventTypes } from '@mizan/contracts';
import { expect, test } from '@jest/globals';
import { patternsMatching } from './event-patterns.ts';

test('exactly the patterns that the contract says match, for every event type', () => {
  const all = new Set(publicEventTypes.flatMap(patternsMatching));
  for (const type of publicEventTypes) {
    const matching = [...all].filter((pattern) => matchesEventPatterns(type, [pattern]));
    expect(patternsMatching(type).sort()).toEqual(matching.sort());
  }
});
