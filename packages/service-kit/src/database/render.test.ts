import { expect, test } from '@jest/globals';
import { fragment, json, render } from './sql.ts';

/** What a template tag hands to {@link render}. */
const tag = (strings: TemplateStringsArray, ...values: unknown[]) => render(strings, values);

test('values become numbered parameters and never part of the text', () => {
  expect(tag`select * from t where a = ${"'; drop table t; --"} and b = ${2}`).toEqual({
    text: 'select * from t where a = $1 and b = $2',
    values: ["'; drop table t; --", 2],
  });
});

test('fragments nest to any depth and their values are numbered in order of appearance', () => {
  const innermost = fragment`c in (${'c1'}, ${'c2'})`;
  const inner = fragment`(b = ${'b'} or ${innermost})`;
  expect(tag`select ${'a'} where ${inner} and d = ${'d'}`).toEqual({
    text: 'select $1 where (b = $2 or c in ($3, $4)) and d = $5',
    values: ['a', 'b', 'c1', 'c2', 'd'],
  });
});

test('one fragment may appear twice, and a fragment without values or text leaves nothing behind', () => {
  const column = fragment`created_at`;
  const nothing = fragment``;
  expect(tag`select ${column} from t ${nothing} order by ${column} limit ${5}`).toEqual({
    text: 'select created_at from t  order by created_at limit $1',
    values: [5],
  });
});

test('one template with and without a fragment in the same place renders each shape', () => {
  const list = (filter: unknown) => tag`select * from t where ${filter}`;
  expect(list(true).text).toBe('select * from t where $1');
  expect(list(fragment`a = ${1}`)).toEqual({ text: 'select * from t where a = $1', values: [1] });
  expect(list(false)).toEqual({ text: 'select * from t where $1', values: [false] });
});

test('undefined stays a parameter in its place, so that no value shifts to its neighbour', () => {
  expect(tag`insert into t values (${undefined}, ${fragment`now()`}, ${'b'})`).toEqual({
    text: 'insert into t values ($1, now(), $2)',
    values: [undefined, 'b'],
  });
});

test('json() keeps an array one value and makes nothing of nothing', () => {
  expect([json([1, 2]), json({ a: null }), json(null), json(undefined)]).toEqual(['[1,2]', '{"a":null}', null, null]);
});
