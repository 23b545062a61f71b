import { z } from 'zod';

const attempts = (most: number, meaning: string) =>
  z.coerce.number().int().min(1).max(1_000_000_000).default(most).describe(meaning);

const apiUrl = (address: string, description: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default(address)
    .describe(`Where the API of ${description}; another address for tests only`);
const paymobUrl = (host: string, country: string) =>
  apiUrl(`https://${host}.paymob.com`, `Paymob answers accounts in ${country}`);

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
    .describe(
      'How often the ledger is verified at most, seconds: what moved money of late, and once a day all of it; less often where that takes more than a twentieth of it',
    ),
  MIZAN_STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Where the API of Stripe answers; another address for tests only'),
  MIZAN_STRIPE_JS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://js.stripe.com/endive/stripe.js')
    .describe('Where the script of Stripe’s hosted card field is; another address for tests only'),
  MIZAN_PAYMOB_EGYPT_API_URL: paymobUrl('accept', 'Egypt'),
  MIZAN_PAYMOB_KSA_API_URL: paymobUrl('ksa', 'Saudi Arabia'),
  MIZAN_PAYMOB_UAE_API_URL: paymobUrl('uae', 'the United Arab Emirates'),
  MIZAN_PAYMOB_OMAN_API_URL: paymobUrl('oman', 'Oman'),
  MIZAN_PAYMOB_PIXEL_URL: z
    .union([z.literal('off').transform(() => null), z.url({ protocol: /^https?$/ })])
    .default('https://cdn.jsdelivr.net/npm/paymob-pixel@1.2.7/main.js')
    .describe('Where the script of Paymob’s field for cards is; `off`: buyers enter cards on Paymob’s page alone'),
  MIZAN_FAWRY_API_URL: apiUrl('https://www.atfawry.com', 'Fawry answers'),
  MIZAN_TABBY_API_URL: apiUrl('https://api.tabby.ai', 'Tabby answers accounts in the United Arab Emirates and Kuwait'),
  MIZAN_TABBY_KSA_API_URL: apiUrl('https://api.tabby.sa', 'Tabby answers accounts in Saudi Arabia'),
  MIZAN_TAMARA_API_URL: apiUrl('https://api.tamara.co', 'Tamara answers'),
  MIZAN_APPLE_DOMAIN_FILE: z
    .string()
    .optional()
    .describe(
      'Path of the file that Stripe’s dashboard offers for Apple Pay: it is served below /.well-known/ of the hosted page',
    ),
  MIZAN_PROVIDER_SANDBOX: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Whether live mode may be connected with credentials of a provider’s sandbox: on a staging platform, never for real',
    ),
  MIZAN_CARD_DECLINES_PER_HOUR: attempts(300, 'Declined cards of one account in an hour, live mode only'),
  MIZAN_CARD_LINK_CONFIRMS_PER_HOUR: attempts(
    60,
    'Confirms at one payment link from one network in an hour, live mode only',
  ),
  MIZAN_CARD_ATTEMPTS_PER_DAY: attempts(10, 'Confirms with one card at one account in a day, live mode only'),
};
