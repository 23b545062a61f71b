import { describe, expect, test } from '@jest/globals';
import type { RefundStatus } from '@mizan/contracts';
import { initialRefundStatus, type RefundTrigger, refundTriggers, transition } from './refund-state.ts';

const statuses: readonly RefundStatus[] = ['PENDING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELED'];
const allowed: readonly (readonly [RefundStatus, RefundTrigger, RefundStatus])[] = [
  ['REQUIRES_ACTION', 'supplyDetails', 'PENDING'],
  ['REQUIRES_ACTION', 'expire', 'FAILED'],
  ['REQUIRES_ACTION', 'cancel', 'CANCELED'],
  ['PENDING', 'succeed', 'SUCCEEDED'],
  ['PENDING', 'fail', 'FAILED'],
  ['SUCCEEDED', 'fail', 'FAILED'],
];
const refused = statuses.flatMap((from) =>
  refundTriggers
    .filter((trigger) => !allowed.some(([status, name]) => status === from && name === trigger))
    .map((trigger) => [from, trigger] as const),
);

describe('a refund', () => {
  test.each(allowed)('%s, %s: %s', (from, trigger, to) => expect(transition(from, trigger)).toEqual({ to }));
  test.each(refused)('%s, %s: 409 resource_invalid_state', (from, trigger) =>
    expect(transition(from, trigger)).toEqual({ refusal: 'resource_invalid_state' }),
  );
  test('is covered: every trigger from every status', () => expect(allowed.length + refused.length).toBe(25));
  test('waits for the customer when the provider cannot send money back', () => {
    expect(initialRefundStatus(true)).toBe('PENDING');
    expect(initialRefundStatus(false)).toBe('REQUIRES_ACTION');
  });
});
