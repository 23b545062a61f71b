/** Test methods by what they do. The last three are of this stand-in alone. */
export const stripeTestMethods = {
  approving: 'pm_card_visa',
  declining: 'pm_card_visa_chargeDeclinedStolenCard',
  poor: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  challenging: 'pm_card_threeDSecure2Required',
  slowToRefund: 'pm_card_pendingRefund',
  failingToRefund: 'pm_card_refundFail',
  /** The payment is made, and answered with 500 each time its key is sent. */
  silent: 'pm_card_answerUnknown',
  uncapturable: 'pm_card_captureFails',
  shortlyHeld: 'pm_card_heldForFiveDays',
} as const;

/** Card numbers that a buyer may type, by what they do. */
export const stripeCardNumbers = {
  approving: '4242424242424242',
  declining: '4000000000000002',
  challenging: '4000000000003220',
  /** Its check digit is wrong. */
  mistyped: '4242424242424241',
} as const;
