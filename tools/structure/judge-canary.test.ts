import { expect, test } from '@jest/globals';
import { judgeStructureCanary } from './judge-canary.ts';

test('every rule of structure finds what the canary breaks, and nothing else', async () => {
  expect(await judgeStructureCanary()).toEqual([]);
});
