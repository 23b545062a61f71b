/** What the issuer does with a card. */
export type Behaviour =
  | 'approves'
  | 'challenges'
  | 'answers_500'
  | 'refuses_capture'
  | 'refunds_later'
  | 'refund_fails'
  | 'held_five_days'
  | 'disputes'
  | 'disputes_receipt'
  | 'inquires';

export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly networkCode: string | null;
  readonly advice: string | null;
  readonly message: string;
}

/** A card that may be used, by its number. */
export interface Card {
  readonly number: string;
  /** What follows `pm_card_` and `tok_`, as Stripe's page about testing names it. */
  readonly name: string;
  readonly brand: string;
  readonly funding: 'credit' | 'debit';
  readonly country: string;
  readonly behaviour: Behaviour | Decline;
}

const card = (number: string, name: string, more: Partial<Card> = {}): Card => ({
  number,
  name,
  behaviour: 'approves',
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  ...more,
});

const declined = (declineCode: string, networkCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  networkCode,
  advice: declineCode === 'generic_decline' ? 'try_again_later' : 'do_not_try_again',
  message,
});

const wrong = (code: string, networkCode: string, message: string): Decline => ({
  code,
  declineCode: null,
  networkCode,
  advice: 'confirm_card_data',
  message,
});

/** Cards of Stripe's page about testing; the last three names are of this stand-in alone. */
export const cards: readonly Card[] = [
  card('4242424242424242', 'visa'),
  card('4000056655665556', 'visa_debit', { funding: 'debit' }),
  card('5555555555554444', 'mastercard', { brand: 'mastercard' }),
  card('378282246310005', 'amex', { brand: 'amex' }),
  card('4000008260000000', 'gb', { country: 'GB' }),
  card('4000007840000001', 'ae', { country: 'AE' }),
  card('4000000000000002', 'visa_chargeDeclined', { behaviour: declined('generic_decline', '05') }),
  card('4000000000009979', 'visa_chargeDeclinedStolenCard', { behaviour: declined('stolen_card', '43') }),
  card('4000000000009987', 'visa_chargeDeclinedLostCard', { behaviour: declined('lost_card', '41') }),
  card('4000000000009995', 'visa_chargeDeclinedInsufficientFunds', {
    behaviour: declined('insufficient_funds', '51', 'Your card has insufficient funds.'),
  }),
  card('4000000000000069', 'chargeDeclinedExpiredCard', {
    behaviour: wrong('expired_card', '54', 'Your card has expired.'),
  }),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', {
    behaviour: wrong('incorrect_cvc', 'N7', "Your card's security code is incorrect."),
  }),
  card('4000000000000119', 'chargeDeclinedProcessingError', {
    behaviour: wrong(
      'processing_error',
      '96',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  }),
  card('4000000000003220', 'threeDSecure2Required', { behaviour: 'challenges' }),
  card('4000000000003063', 'threeDSecureRequired', { behaviour: 'challenges' }),
  card('4000000000007726', 'pendingRefund', { behaviour: 'refunds_later' }),
  card('4000000000005126', 'refundFail', { behaviour: 'refund_fails' }),
  card('4000000000000259', 'createDispute', { behaviour: 'disputes' }),
  card('4000000000002685', 'createDisputeProductNotReceived', { behaviour: 'disputes_receipt' }),
  card('4000000000001976', 'createDisputeInquiry', { behaviour: 'inquires' }),
  card('4000000000990004', 'answerUnknown', { behaviour: 'answers_500' }),
  card('4000000000990012', 'captureFails', { behaviour: 'refuses_capture' }),
  card('4000000000990020', 'heldForFiveDays', { behaviour: 'held_five_days' }),
];

/** The card of a number, however it is spaced. */
export const cardOf = (number: string): Card | undefined => cards.find((each) => each.number === number);

/** The card of a test method, `pm_card_visa`, or of a test token, `tok_visa`. */
export function namedCard(id: string): Card | undefined {
  const name = /^(?:pm_card|tok)_(\w+)$/.exec(id)?.[1];
  return name === undefined ? undefined : cards.find((each) => each.name === name);
}

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1). */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
