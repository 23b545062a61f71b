import { expect, test } from '@jest/globals';
import { fingerprint } from './fingerprint.ts';

const of = (body: unknown, query: unknown = {}, path = '/refunds', method = 'POST') =>
  fingerprint({ method, path, query, body }).toString('hex');

test('the order of keys and what is undefined make no difference', () => {
  expect(of({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(of({ b: { c: [1, { e: 3, d: 2 }] }, a: 1, f: undefined }));
});

test.each([
  ['a value', of({ a: 1 }), of({ a: 2 })],
  ['a type', of({ a: 1 }), of({ a: '1' })],
  ['null and absence', of({ a: null }), of({})],
  ['an element’s place', of([1, 2]), of([2, 1])],
  ['where a key is', of({ a: { b: 1 } }), of({ a: {}, b: 1 })],
  ['the query', of({}, { limit: 1 }), of({}, { limit: 2 })],
  ['the path', of({}, {}, '/a'), of({}, {}, '/b')],
  ['the method', of({}, {}, '/a', 'POST'), of({}, {}, '/a', 'DELETE')],
  ['a moment', of({ at: new Date(0) }), of({ at: new Date(1) })],
  ['no body and an empty one', of(undefined), of({})],
])('%s makes two requests', (_what, one, other) => {
  expect(one).not.toBe(other);
});
