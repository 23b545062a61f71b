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

test.each([
  ['nosuch', [], 'Allowed choices are'],
  ['refunds', [], "required option '--from <time>' not specified"],
  ['refunds', ['--from', '2026-01-01'], "required option '--to <time>' not specified"],
])('mizan reports %s %j says first that there is no such report, then what is missing', async (name, options, why) => {
  const { status, sent, err } = await runMizan(['reports', name, ...options]);
  expect([status, sent]).toEqual([1, []]);
  expect(err).toMatch(/^mizan: /);
  expect(err.split('\n')[0]).toContain(why);
});
