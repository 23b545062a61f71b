import { expect, test } from '@jest/globals';
import { isMoment, localTimeIn } from './local-time.ts';

test.each([
  ['Africa/Cairo', '2026-12-20T22:41:59.999Z', '2026-12-21 00:41'],
  ['Africa/Cairo', '2026-07-20T20:41:00Z', '2026-07-20 23:41'],
  ['UTC', '2026-12-20T00:00:00.000Z', '2026-12-20 00:00'],
])('in %s, %s is %s', (timezone, moment, text) => {
  expect(localTimeIn(timezone)(moment)).toBe(text);
});

test('a day, and a text that others wrote, are no moments', () => {
  expect(isMoment('createdAt', '2026-12-20T22:41:59.999Z')).toBe(true);
  expect(isMoment('arrivalDate', '2026-12-20')).toBe(false);
  expect(isMoment('description', '2026-12-20T22:41:59.999Z')).toBe(false);
});
