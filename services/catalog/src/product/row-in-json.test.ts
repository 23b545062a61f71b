import { expect, test } from '@jest/globals';
import { isoTime } from './row-in-json.ts';

test.each([
  ['2026-01-02T03:04:05.678+00:00', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05.6+00:00', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02T03:04:05+00:00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T05:04:05.5+02:00', '2026-01-02T03:04:05.500Z'],
])('%s, as Postgres writes it, is shown as %s', (text, shown) => {
  expect(isoTime(text)).toBe(shown);
  expect(isoTime(new Date(text))).toBe(shown);
});
