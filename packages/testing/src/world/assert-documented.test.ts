import { expect, test } from '@jest/globals';
import { assertDocumented } from './assert-documented.ts';

test('a code that the reference does not list for the operation fails the test that has received it', () => {
  const answered = (path: string, code: string) => () => assertDocumented({ method: 'GET', path }, { code });
  expect(answered('/charges/ch_1?expand=refunds', 'insufficient_balance')).toThrow(
    'GET /charges/{id} answered insufficient_balance: list it in the errors of the operation.',
  );
  expect(answered('/charges/ch_1', 'resource_missing')).not.toThrow();
});

test('an operation that does not exist for the caller is not compared', () => {
  const [request, code] = [{ method: 'GET', path: '/balance' }, 'resource_missing'];
  expect(() => assertDocumented(request, { code, param: 'path' })).not.toThrow();
  expect(() => assertDocumented(request, { code })).toThrow();
});
