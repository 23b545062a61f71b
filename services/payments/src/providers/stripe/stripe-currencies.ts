import type { Currency } from '@mizan/contracts';

/**
 * Currencies of ours that Stripe charges cards in, with the step of an amount in minor units: networks settle
 * three-decimal currencies to two, so Stripe wants their last digit to be 0. Not LYD.
 * See docs.stripe.com/currencies.
 */
const amountSteps: { readonly [code in Currency]?: number } = {
  EGP: 1,
  USD: 1,
  EUR: 1,
  GBP: 1,
  SAR: 1,
  AED: 1,
  QAR: 1,
  AUD: 1,
  CAD: 1,
  CNY: 1,
  KWD: 10,
  JOD: 10,
  OMR: 10,
  BHD: 10,
};

/** What amounts of a currency must be a multiple of; undefined: Stripe does not take it. */
export const stripeAmountStepOf = (currency: Currency): number | undefined => amountSteps[currency];
