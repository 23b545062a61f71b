import { afterAll, test } from '@jest/globals';

afterAll(() => {
  throw new Error('thrown after all');
});
test('passes', () => undefined);
