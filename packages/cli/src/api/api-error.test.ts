import { expect, test } from '@jest/globals';
import { asOutcomeUnknown } from './as-outcome-unknown.ts';
import { ApiError } from './api-error.ts';
import { mizan } from '../program.ts';

test('an error of the API that says more is the same to those who handle it, and has the original as its cause', () => {
  const text = JSON.stringify({ error: { code: 'rate_limit', message: 'No.', param: 'amount' } });
  const original = new ApiError('No.', { status: 429, text });
  const more = original.saying('No. Wait.');
  expect(more).toBeInstanceOf(ApiError);
  expect(more).toMatchObject({ message: 'No. Wait.', status: 429, code: 'rate_limit', param: 'amount', exitCode: 1 });
  expect(more.cause).toBe(original);
  expect(original.message).toBe('No.');
  const repeated = mizan().setOptionValue('idempotencyKey', 'order-7');
  expect(asOutcomeUnknown(repeated, more).exitCode).toBe(75);
});
