import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

test.each([
  ['--from', '01/01/2026'],
  ['--from', '2026-13-01'],
  ['--to', 'next week'],
])('a report whose %s is %s is refused by the option, and nothing is requested', async (option, text) => {
  const period = { '--from': '2026-01-01', '--to': '2026-02-01', [option]: text };
  const { status, err, sent } = await runMizan(['reports', 'refunds', ...Object.entries(period).flat()]);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toContain(`${option}: \`${text}\` is not a day such as 2026-01-31, yesterday, today or tomorrow`);
});
