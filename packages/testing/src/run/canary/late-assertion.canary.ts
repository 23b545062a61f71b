import { expect, test } from '@jest/globals';

test('passes, and asserts something after its end', () => {
  setTimeout(() => expect(1).toBe(1), 1_000);
});
