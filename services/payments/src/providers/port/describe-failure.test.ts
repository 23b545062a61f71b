import { describe, expect, test } from '@jest/globals';
import { AdviceCode, DeclineCode, PaymentErrorCode } from '@mizan/contracts';
import { chargeOutcomeOf } from '../../settle/settlement.ts';
import { describeFailure } from './describe-failure.ts';

describe('a failed payment', () => {
  test('every decline of a card has a known code, a network code and a text for each side', () => {
    for (const reason of DeclineCode.options) {
      const failure = describeFailure(reason, true);
      expect(PaymentErrorCode.options).toContain(failure.code);
      expect([null, ...AdviceCode.options]).toContain(failure.adviceCode);
      expect(failure.networkDeclineCode ?? '05').toMatch(/^[0-9A-Z]{2}$/);
      expect(failure.merchantMessage).not.toBe('');
      expect(failure.message).not.toBe('');
      expect(failure.declineCode).toBe(reason);
    }
  });
  test.each([
    'lost_card',
    'stolen_card',
    'pickup_card',
    'fraudulent',
    'restricted_card',
    'merchant_blacklist',
  ] as const)('%s looks to the buyer like any other decline', (reason) =>
    expect(describeFailure(reason, true).message).toBe(describeFailure('generic_decline', true).message),
  );
  test('a wallet reports its own codes, and no card network', () => {
    expect(describeFailure('insufficient_funds', false)).toMatchObject({
      code: 'insufficient_funds',
      networkDeclineCode: null,
    });
    expect(describeFailure('wrong_pin', false)).toMatchObject({ code: 'wrong_pin' });
    expect(describeFailure('wallet_limit_exceeded', false)).toMatchObject({ code: 'limit_exceeded' });
    expect(describeFailure('do_not_honor', false)).toMatchObject({
      code: 'provider_declined',
      type: 'invalid_request_error',
    });
  });
  test('a provider that did not answer is our error, not the card’s', () =>
    expect(describeFailure('provider_timeout', true)).toMatchObject({ code: 'provider_timeout', type: 'api_error' }));
});

describe('the outcome of a charge', () => {
  const answer = { kind: 'declined', reference: null, card: null } as const;
  test('names the issuer’s reason', () =>
    expect(chargeOutcomeOf({ ...answer, ...describeFailure('lost_card', true) })).toMatchObject({
      networkStatus: 'declined_by_network',
      type: 'issuer_declined',
      reason: 'lost_card',
      riskLevel: 'normal',
    }));
  test('says when no network was asked', () => {
    expect(chargeOutcomeOf({ ...answer, ...describeFailure('incorrect_number', true, false) })).toMatchObject({
      networkStatus: 'not_sent_to_network',
      type: 'invalid',
      reason: 'incorrect_number',
      riskLevel: 'not_assessed',
    });
    expect(chargeOutcomeOf({ ...answer, ...describeFailure('customer_abandoned', true) })).toMatchObject({
      type: 'invalid',
      reason: 'customer_abandoned',
    });
  });
});
