import { setImmediate } from 'node:timers/promises';
import { test } from '@jest/globals';

test('leaves a rejection without a handler', async () => {
  void Promise.reject(new Error('rejected'));
  await setImmediate();
});
