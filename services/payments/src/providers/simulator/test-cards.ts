import type { CardBrand, CardFunding } from '@mizan/contracts';
import type { BehaviourName } from './behaviours.ts';

/** A card number that test mode accepts, and what happens to it. */
export interface TestCard {
  readonly number: string;
  readonly behaviour: BehaviourName;
  readonly brand: CardBrand;
  readonly funding: CardFunding;
  /** ISO 3166-1 alpha-2 of the issuer. */
  readonly country: string;
  readonly isOnUs: boolean;
  readonly isInternational: boolean;
}

const visa = (number: string, behaviour: BehaviourName): TestCard => ({
  number,
  behaviour,
  brand: 'visa',
  funding: 'credit',
  country: 'EG',
  isOnUs: false,
  isInternational: false,
});

/** Name that every test card gives as its issuer. */
export const testIssuer = 'Mizan Test Bank';

/**
 * Every card number of test mode. Numbers that Stripe documents keep Stripe's meaning; those of the 70xx series and the
 * Meeza one are ours. All are valid by the Luhn check but the one that is wrong on purpose.
 */
export const testCards: readonly TestCard[] = [
  visa('4242424242424242', 'succeed'),
  { ...visa('5555555555554444', 'succeed'), brand: 'mastercard' },
  { ...visa('378282246310005', 'succeed'), brand: 'amex' },
  { ...visa('5078030000000011', 'succeed'), brand: 'meeza', funding: 'debit', isOnUs: true },
  visa('4000000000000002', 'decline:generic_decline'),
  visa('4000000000009995', 'decline:insufficient_funds'),
  visa('4000000000009987', 'decline:lost_card'),
  visa('4000000000009979', 'decline:stolen_card'),
  visa('4000000000000069', 'decline:expired_card'),
  visa('4000000000000127', 'decline:incorrect_cvc'),
  visa('4000000000000119', 'decline:processing_error'),
  visa('4242424242424241', 'invalid_number'),
  visa('4000000000007015', 'decline:do_not_honor'),
  visa('4000000000003220', 'require_action'),
  visa('4000008400001629', 'require_action_then_decline'),
  visa('4000000000005126', 'refund_fails_later'),
  visa('4000000000007726', 'refund_succeeds_later'),
  visa('4000000000000077', 'funds_at_once'),
  visa('4000000000000259', 'dispute'),
  visa('4000000000000341', 'decline_charges'),
  visa('4000000000007023', 'timeout'),
  visa('4000000000007031', 'timeout_then_decline'),
  visa('4000000000007049', 'capture_fails'),
  { ...visa('4000000000007056', 'succeed'), country: 'US', isInternational: true },
];
