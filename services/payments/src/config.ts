import { z } from 'zod';

/** Environment of this service beyond what every service has. */
export const env = {
  MIZAN_TEST_SETTLEMENT: z
    .enum(['instant', 'delayed'])
    .default('instant')
    .describe('When captured funds of test mode become available: at once, or after the delay of live mode'),
  MIZAN_SETTLEMENT_DELAY_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30)
    .default(2)
    .describe('Days from capture until funds become available'),
  MIZAN_LEDGER_VERIFY_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe('How often the whole ledger is verified, seconds'),
  MIZAN_STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Where the API of Stripe answers; another address for tests only'),
  MIZAN_STRIPE_JS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://js.stripe.com/endive/stripe.js')
    .describe('Where the script of Stripe’s hosted card field is; another address for tests only'),
  MIZAN_STRIPE_TEST_KEYS: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe('Whether live mode may be connected to Stripe with its test keys: on a staging platform, never for real'),
};
