import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { cursorListQuery, encodeCursor } from './cursor.ts';
import {
  amountParameter,
  booleanParameter,
  listQuery,
  metadataParameter,
  searchParameter,
  timezoneParameter,
} from './list-grammar.ts';
import { problemOf } from './problem-of.test-support.ts';

const list = listQuery({
  active: booleanParameter.optional(),
  search: searchParameter.optional(),
  metadata: metadataParameter.optional(),
  amount: amountParameter.optional(),
  timezone: timezoneParameter.default('UTC'),
});

test('page is 1 and limit 20 unless the client says otherwise', () => {
  expect(list.parse({})).toEqual({ page: 1, limit: 20, timezone: 'UTC' });
  expect(list.parse({ page: '2147483647', limit: '100' })).toMatchObject({ page: 2_147_483_647, limit: 100 });
});

test.each(['0', '-1', '2147483648', '99999999999999999999'])('400 parameter_out_of_range for page %s', (page) => {
  expect(problemOf(list, { page }, 'query')).toMatchObject({ code: 'parameter_out_of_range', param: 'page' });
});

test.each(['0', '101'])('400 parameter_out_of_range for limit %s', (limit) => {
  expect(problemOf(list, { limit }, 'query')).toMatchObject({ code: 'parameter_out_of_range', param: 'limit' });
});

test.each(['', 'x', '1.5', '1e3', '0x10', ' 1'])('400 parameter_invalid for page "%s"', (page) => {
  expect(problemOf(list, { page }, 'query')).toMatchObject({ code: 'parameter_invalid', param: 'page' });
});

test.each([
  ['active', 'yes'],
  ['active', 'TRUE'],
  ['metadata', '[1]'],
  ['metadata', '{'],
  ['amount', 'eq:1.5'],
  ['amount', 'bt:5,3'],
  ['amount', 'ne:3'],
  ['timezone', 'Mars/Olympus'],
  ['timezone', '+02:00'],
])('400 parameter_invalid for %s=%s', (name, value) => {
  expect(problemOf(list, { [name]: value }, 'query')).toMatchObject({ code: 'parameter_invalid', param: name });
});

test('a misspelt filter is refused instead of ignored', () => {
  expect(problemOf(list, { serach: 'x' }, 'query')).toMatchObject({ code: 'parameter_unknown', param: 'serach' });
});

test('search terms are trimmed and empty ones ignored', () => {
  expect(list.parse({ search: ' a ,, b c,' }).search).toEqual(['a', 'b c']);
});

test.each([
  ['eq:5', { min: 5, max: 5 }],
  ['gt:5', { min: 6 }],
  ['lt:5', { max: 4 }],
  ['bt:5,5', { min: 5, max: 5 }],
])('amount %s becomes inclusive bounds', (amount, range) => {
  expect(list.parse({ amount }).amount).toEqual(range);
});

test('a cursor survives its journey and excludes page', () => {
  const walk = cursorListQuery({ type: z.string().optional() });
  const last = { createdAt: new Date('2025-01-01T10:00:00.123Z'), id: 'evt_0ABC' };
  expect(walk.parse({ cursor: encodeCursor(last) }).cursor).toEqual(last);
  expect(encodeCursor(last)).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(problemOf(walk, { cursor: encodeCursor(last), page: '2' }, 'query')?.code).toBe('parameters_exclusive');
});

test.each(['x', 'zzzz', '!', btoa('2025-99-99T10:00:00.123Z evt_1')])(
  '400 parameter_invalid for cursor %s',
  (cursor) => {
    expect(problemOf(cursorListQuery({}), { cursor }, 'query')).toMatchObject({
      code: 'parameter_invalid',
      param: 'cursor',
    });
  },
);

test('metadata holds no text that cannot be kept, however it is escaped and wherever it is', () => {
  for (const metadata of ['{"a":"\\u0000"}', '{"\\ud800":1}', '{"a":[{"b":"\\u0000"}]}'])
    expect(problemOf(list, { metadata }, 'query')).toMatchObject({ code: 'parameter_invalid', param: 'metadata' });
});

test.each([
  ['a list', '{"a":["x"]}'],
  ['an object', '{"a":{"b":"x"}}'],
  ['4085 lists in each other', `{"a":${'['.repeat(4_085)}${']'.repeat(4_085)}}`],
  ['text that cannot be kept below __proto__', '{"__proto__":["\\u0000"]}'],
])('400 parameter_invalid for metadata that no row can have: %s', (_what, metadata) => {
  expect(problemOf(list, { metadata }, 'query')).toMatchObject({
    code: 'parameter_invalid',
    param: 'metadata',
    message: expect.stringContaining('must have only text, numbers, true, false or null as values'),
  });
});

test('metadata has every value that a row can have', () => {
  const metadata = { text: 'x', number: 1.5, yes: true, none: null };
  expect(list.parse({ metadata: JSON.stringify(metadata) }).metadata).toEqual(metadata);
  expect(list.parse({ metadata: '{}' }).metadata).toBeUndefined();
});

test('whatever is asked, a list query is read as its grammar says or refused by name, never in between', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '1',
      '0',
      '100',
      '101',
      '-1',
      '1.0',
      ' 1',
      '1e2',
      'true',
      'eq:5',
      'bt:5,1',
      'bt:1,5',
      'gt:',
      '{}',
      '[]',
      'UTC',
    ),
  );
  const query = fc.record(
    { page: text, limit: text, active: text, search: text, metadata: text, amount: text, timezone: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(query, (given) => {
      const problem = problemOf(list, given, 'query');
      if (problem) {
        expect(['parameter_invalid', 'parameter_out_of_range']).toContain(problem.code);
        expect(Object.keys(given)).toContain(problem.param);
        return;
      }
      const read = list.parse(given);
      expect(read.page).toBe(given.page === undefined ? 1 : Number(given.page));
      expect(Number.isInteger(read.limit) && read.limit >= 1 && read.limit <= 100).toBe(true);
      if (given.search !== undefined)
        expect(read.search).toEqual(
          given.search
            .split(',')
            .map((term) => term.trim())
            .filter(Boolean),
        );
      if (given.active !== undefined) expect(String(read.active)).toBe(given.active);
      if (read.amount?.min !== undefined && read.amount.max !== undefined)
        expect(read.amount.min).toBeLessThanOrEqual(read.amount.max);
    }),
    { numRuns: 2_000 },
  );
});
