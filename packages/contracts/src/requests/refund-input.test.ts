import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { CreateRefund } from './refund-input.ts';

test('one target is enough', () => {
  expect(problemOf(CreateRefund, { chargeId: 'ch_1' })).toBeUndefined();
  expect(problemOf(CreateRefund, { paymentIntentId: 'pi_1', amount: 1, reason: 'DUPLICATE' })).toBeUndefined();
});

test.each([
  ['parameters_exclusive', { chargeId: 'ch_1', paymentIntentId: 'pi_1' }],
  ['parameter_missing', { amount: 5 }],
  ['amount_invalid', { chargeId: 'ch_1', amount: 0 }],
  ['amount_invalid', { chargeId: 'ch_1', amount: 1.5 }],
  ['parameter_invalid', { chargeId: 'ch_1', amount: '5' }],
  ['parameter_invalid', { chargeId: 'ch_1', reason: 'duplicate' }],
])('400 %s for %j', (code, body) => {
  expect(problemOf(CreateRefund, body)?.code).toBe(code);
});
