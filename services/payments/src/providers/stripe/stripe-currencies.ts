import { liveAmountStep, type Currency } from '@mizan/contracts';

/** Currencies of ours that Stripe charges cards in; not LYD. See docs.stripe.com/currencies. */
const taken: ReadonlySet<Currency> = new Set([
  'EGP',
  'USD',
  'EUR',
  'GBP',
  'SAR',
  'AED',
  'QAR',
  'AUD',
  'CAD',
  'CNY',
  'KWD',
  'JOD',
  'OMR',
  'BHD',
]);

/** What amounts of a currency must be a multiple of; undefined: Stripe does not take it. */
export const stripeAmountStepOf = (currency: Currency): number | undefined =>
  taken.has(currency) ? liveAmountStep(currency) : undefined;
