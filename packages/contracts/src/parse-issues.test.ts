import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { failWith } from './primitives.ts';
import { problemOf } from './problem-of.test-support.ts';

const body = z.strictObject({
  name: z.string().max(3),
  items: z.array(z.strictObject({ quantity: z.int().min(1) })).optional(),
  kind: z.enum(['a', 'b']).optional(),
  stock: z
    .number()
    .refine((n) => n >= 0, failWith('price_stock_invalid', 'must not be negative'))
    .optional(),
});

test.each([
  [{}, 'name', 'name is required.'],
  [{ name: 5 }, 'name', 'name must be a string.'],
  [{ name: null }, 'name', 'name must be a string.'],
  [{ name: 'abcd' }, 'name', 'name must be at most 3 characters long.'],
  [{ name: '', items: [{ quantity: 0 }] }, 'items[0].quantity', 'items[0].quantity must be at least 1.'],
  [{ name: '', items: [{ quantity: 1.5 }] }, 'items[0].quantity', 'items[0].quantity must be a whole number.'],
  [{ name: '', items: 'x' }, 'items', 'items must be an array.'],
  [{ name: '', kind: 'c' }, 'kind', 'kind must be one of a, b.'],
])('%j names its parameter and says what it must be', (value, param, message) => {
  expect(problemOf(body, value)).toEqual({ code: 'parameter_invalid', param, message });
});

test('an unknown key is named with its whole path', () => {
  expect(problemOf(body, { name: '', items: [{ quantity: 1, colour: 'red' }] })).toEqual({
    code: 'parameter_unknown',
    param: 'items[0].colour',
    message: 'items[0].colour is not a parameter of this request.',
  });
});

test('a check picks its own code', () => {
  expect(problemOf(body, { name: '', stock: -1 })).toEqual({
    code: 'price_stock_invalid',
    param: 'stock',
    message: 'stock must not be negative.',
  });
});

test('something that is no object has no parameter to name', () => {
  expect(problemOf(body, [])).toEqual({
    code: 'parameter_invalid',
    param: undefined,
    message: 'The request body must be an object.',
  });
});

test('a message never repeats the value', () => {
  const secret = '4000000000000002';
  for (const schema of [z.int(), z.enum(['a']), z.string().max(2), z.literal('x'), z.email()])
    expect(problemOf(schema, secret)?.message).not.toContain(secret);
});
