import { describe, expect, test } from '@jest/globals';
import type { Stripe } from 'stripe';
import { standingOf } from './disputes.ts';
import { metadataNames } from './stripe-store.ts';

const withdrawn = { object: 'balance_transaction', amount: -10_000, fee: 1_500 };
const returned = { object: 'balance_transaction', amount: 10_000, fee: 0 };

/** A dispute as Stripe answers it, as far as it is read. */
const read = (dispute: object) =>
  standingOf({
    id: 'du_1',
    object: 'dispute',
    amount: 10_000,
    currency: 'egp',
    charge: { object: 'charge', currency: 'egp', metadata: { [metadataNames.charge]: 'ch_ours' } },
    reason: 'fraudulent',
    status: 'needs_response',
    balance_transactions: [withdrawn],
    evidence_details: { due_by: 1_796_083_200 },
    ...dispute,
  } as unknown as Stripe.Dispute);

describe('a dispute at Stripe', () => {
  test.each([
    ['warning_needs_response', [], 'NEEDS_RESPONSE', true],
    ['warning_under_review', [], 'UNDER_REVIEW', true],
    ['warning_closed', [], 'WARNING_CLOSED', true],
    ['prevented', [], 'WARNING_CLOSED', true],
    ['prevented', [withdrawn, returned], null, false],
    ['needs_response', [withdrawn], 'NEEDS_RESPONSE', false],
    ['under_review', [withdrawn], 'UNDER_REVIEW', false],
    ['won', [withdrawn, returned], 'WON', false],
    ['lost', [withdrawn], 'LOST', false],
    ['appeal_under_review', [withdrawn], null, false],
  ])('that is %s with %j is %s, an inquiry: %s', (status, balance_transactions, expected, isInquiry) => {
    expect(read({ status, balance_transactions })).toMatchObject({ status: expected, isInquiry });
  });

  test.each([
    [[], false, false],
    [[withdrawn], true, false],
    [[withdrawn, returned], true, true],
  ])('with the money %j', (balance_transactions, isWithdrawn, isReinstated) =>
    expect(read({ balance_transactions, status: 'won' })).toMatchObject({ isWithdrawn, isReinstated }),
  );

  test('for a reason that is not listed is general', () => {
    expect(read({ reason: 'product_unacceptable' })).toMatchObject({ reason: 'product_unacceptable' });
    expect(read({ reason: 'check_returned' })).toMatchObject({ reason: 'general' });
  });

  test('in another currency than its charge has no amount of ours', () => {
    expect(read({})).toMatchObject({ amount: 10_000, chargeId: 'ch_ours' });
    expect(read({ currency: 'usd' })).toMatchObject({ amount: null });
  });

  test('of a charge without our metadata is none of ours', () => {
    const charge = { object: 'charge', currency: 'egp', metadata: {} };
    expect(read({ charge })).toMatchObject({ chargeId: null });
  });

  test('has no deadline where Stripe sets none', () => {
    expect(read({ evidence_details: { due_by: null } })).toMatchObject({ evidenceDueBy: null });
  });
});
