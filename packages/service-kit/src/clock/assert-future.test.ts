import { expect, test } from '@jest/globals';
import { Problem } from '../problem.ts';
import { assertFuture } from './assert-future.ts';

const messageFor = (at: Date, now: Date): string | undefined => {
  try {
    return void assertFuture('expiresAt', at, now);
  } catch (thrown) {
    return thrown instanceof Problem ? `${thrown.code} ${thrown.param}: ${thrown.message}` : String(thrown);
  }
};

test('a time that is not in the future is refused with the clock that decides, and what was sent', () => {
  const now = new Date();
  const ahead = new Date('2999-01-08T17:20:00Z');
  expect(messageFor(now, now)).toBe(
    `parameter_invalid expiresAt: expiresAt must be in the future: after ${now.toISOString()}, the present time. You sent ${now.toISOString()}.`,
  );
  expect(messageFor(new Date('2998-12-25T00:00:00Z'), ahead)).toBe(
    'parameter_invalid expiresAt: expiresAt must be in the future: after 2999-01-08T17:20:00.000Z, the time of your test clock. You sent 2998-12-25T00:00:00.000Z.',
  );
  expect(messageFor(new Date('2999-01-09T00:00:00Z'), ahead)).toBeUndefined();
});
