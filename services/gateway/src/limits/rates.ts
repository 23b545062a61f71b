import { z } from 'zod';

const rate = (value: number, meaning: string) =>
  z.coerce.number().positive().max(1_000_000).default(value).describe(meaning);

/** The environment variables of the limits; each holds for the platform, however many gateways there are. */
export const limitsEnv = {
  MIZAN_RATE_LIMIT: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` lifts every limit of rates, never of sizes or of wrong one-time codes'),
  MIZAN_RATE_LIMIT_LIVE_PER_SECOND: rate(100, 'Requests a second of one account in live mode'),
  MIZAN_RATE_LIMIT_LIVE_BURST: rate(200, 'Requests at once of one account in live mode'),
  MIZAN_RATE_LIMIT_TEST_PER_SECOND: rate(50, 'Requests a second of one account in test mode'),
  MIZAN_RATE_LIMIT_TEST_BURST: rate(100, 'Requests at once of one account in test mode'),
  MIZAN_RATE_LIMIT_CONCURRENT: rate(20, 'Requests of one key that may be under way at once'),
  MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: rate(50, 'Requests a second of one address without a secret key: buyers, pages'),
  MIZAN_RATE_LIMIT_ADDRESS_BURST: rate(200, 'Requests at once of one address without a secret key'),
  MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: rate(5, 'Requests a second of one address whose key is not valid'),
  MIZAN_RATE_LIMIT_BAD_KEYS_BURST: rate(50, 'Requests at once of one address whose key is not valid'),
  MIZAN_RATE_LIMIT_CONNECTIONS: rate(100, 'Connections that one address may hold to one gateway'),
  MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE: rate(6, 'Attempts to pay one checkout from one address in a minute'),
  MIZAN_RATE_LIMIT_CONFIRMS_PER_HOUR: rate(20, 'Attempts to pay one checkout from one address in an hour'),
  MIZAN_RATE_LIMIT_CHANGES_PER_MINUTE: rate(
    30,
    'Changes to one checkout, codes tried included, from one address in a minute',
  ),
  MIZAN_RATE_LIMIT_CHANGES_PER_HOUR: rate(
    300,
    'Changes to one checkout, codes tried included, from one address in an hour',
  ),
  MIZAN_RATE_LIMIT_UPDATES_PER_HOUR: rate(1_000, 'Changes that a merchant makes to one payment intent in an hour'),
};

/** The limits as parsed from {@link limitsEnv}. */
export type Limits = z.output<z.ZodObject<typeof limitsEnv>>;
