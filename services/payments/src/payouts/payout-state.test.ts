import { expect, test } from '@jest/globals';
import { PayoutStatus } from '@mizan/contracts';
import { payoutTriggers, transition } from './payout-state.ts';

const allowed: Readonly<Record<string, string>> = {
  'PENDING send': 'IN_TRANSIT',
  'PENDING find': 'PAID',
  'PENDING cancel': 'CANCELED',
  'IN_TRANSIT pay': 'PAID',
  'IN_TRANSIT fail': 'FAILED',
  'IN_TRANSIT return': 'FAILED',
  'PAID return': 'FAILED',
};

test.each(PayoutStatus.options.flatMap((from) => payoutTriggers.map((trigger) => [from, trigger] as const)))(
  'a payout that is %s follows %s as documented, or refuses it',
  (from, trigger) => {
    const to = allowed[`${from} ${trigger}`];
    expect(transition(from, trigger)).toEqual(to ? { to } : { refusal: 'resource_invalid_state' });
  },
);
