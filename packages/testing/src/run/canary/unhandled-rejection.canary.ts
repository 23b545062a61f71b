import { setImmediate } from 'node:timers/promises';
import { test } from '@jest/globals';

test('leaves a rejection that nobody handles', async () => {
  void Promise.reject(new Error('rejected'));
  await setImmediate();
});
