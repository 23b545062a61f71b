import { describe, expect, test } from '@jest/globals';
import type { DisputeStatus } from '@mizan/contracts';
import { type DisputeTrigger, disputeTriggers, laterStatus, transition } from './dispute-state.ts';

const statuses: readonly DisputeStatus[] = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'WARNING_CLOSED'];
type Move = readonly [DisputeStatus, DisputeTrigger, DisputeStatus];
const ofDisputes: readonly Move[] = [
  ['NEEDS_RESPONSE', 'submit', 'UNDER_REVIEW'],
  ['NEEDS_RESPONSE', 'accept', 'LOST'],
  ['NEEDS_RESPONSE', 'win', 'WON'],
  ['NEEDS_RESPONSE', 'lose', 'LOST'],
  ['UNDER_REVIEW', 'accept', 'LOST'],
  ['UNDER_REVIEW', 'win', 'WON'],
  ['UNDER_REVIEW', 'lose', 'LOST'],
];
const ofInquiries: readonly Move[] = [
  ['NEEDS_RESPONSE', 'submit', 'UNDER_REVIEW'],
  ['NEEDS_RESPONSE', 'endInquiry', 'WARNING_CLOSED'],
  ['UNDER_REVIEW', 'endInquiry', 'WARNING_CLOSED'],
];

describe.each([
  ['a dispute', false, ofDisputes],
  ['an inquiry', true, ofInquiries],
])('%s', (_what, isInquiry, allowed) => {
  test.each(allowed)('%s, %s: %s', (status, trigger, to) =>
    expect(transition({ status, isInquiry }, trigger)).toEqual({ to }),
  );
  test('refuses every other trigger with resource_invalid_state', () => {
    const accepted = statuses.flatMap((status) =>
      disputeTriggers.filter((trigger) => 'to' in transition({ status, isInquiry }, trigger)),
    );
    expect(accepted).toHaveLength(allowed.length);
  });
});

test('a report never takes a dispute back, and what is closed stays closed', () => {
  const later = statuses.map((known) => statuses.map((reported) => laterStatus(known, reported)));
  expect(later).toEqual([
    statuses,
    ['UNDER_REVIEW', 'UNDER_REVIEW', 'WON', 'LOST', 'WARNING_CLOSED'],
    ...statuses.slice(2).map((closed) => statuses.map(() => closed)),
  ]);
});
