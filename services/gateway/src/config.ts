import { z } from 'zod';

const rate = (value: number, meaning: string, max = 1_000_000) =>
  z.coerce.number().positive().max(max).default(value).describe(meaning);
const bytes = (value: number, meaning: string) => rate(value, meaning, 2 ** 40);

const mebibyte = 1024 * 1024;

/** The environment variables of the rate limits; each applies to the whole platform, however many gateways run. */
export const limitsEnv = {
  MIZAN_RATE_LIMIT: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` turns all rate limits off, but not those on sizes, on wrong one-time codes and on live cards'),
  MIZAN_RATE_LIMIT_LIVE_PER_SECOND: rate(100, 'Requests per second of one account in live mode'),
  MIZAN_RATE_LIMIT_LIVE_BURST: rate(200, 'Burst of requests of one account in live mode'),
  MIZAN_RATE_LIMIT_TEST_PER_SECOND: rate(50, 'Requests per second of one account in test mode'),
  MIZAN_RATE_LIMIT_TEST_BURST: rate(100, 'Burst of requests of one account in test mode'),
  MIZAN_RATE_LIMIT_LIVE_EVENT_BYTES_PER_SECOND: bytes(
    2 * mebibyte,
    'Bytes of events per second of one account in live mode',
  ),
  MIZAN_RATE_LIMIT_LIVE_EVENT_BYTES_BURST: bytes(64 * mebibyte, 'Burst of bytes of events of one account in live mode'),
  MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_PER_SECOND: bytes(
    mebibyte / 4,
    'Bytes of events per second of one account in test mode',
  ),
  MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_BURST: bytes(16 * mebibyte, 'Burst of bytes of events of one account in test mode'),
  MIZAN_RATE_LIMIT_CONCURRENT: rate(
    12,
    'Concurrent requests of one key; fewer than a service has connections to the database',
  ),
  MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: rate(
    50,
    'Requests per second of one address without a secret key: buyers, pages',
  ),
  MIZAN_RATE_LIMIT_ADDRESS_BURST: rate(200, 'Burst of requests of one address without a secret key'),
  MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: rate(5, 'Requests per second of one address whose key is not valid'),
  MIZAN_RATE_LIMIT_BAD_KEYS_BURST: rate(50, 'Burst of requests of one address whose key is not valid'),
  MIZAN_RATE_LIMIT_CONNECTIONS: rate(100, 'Connections that one address may hold to one gateway'),
  MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE: rate(6, 'Attempts to pay one checkout from one address in a minute'),
  MIZAN_RATE_LIMIT_CONFIRMS_PER_HOUR: rate(20, 'Attempts to pay one checkout from one address in an hour'),
  MIZAN_RATE_LIMIT_CHANGES_PER_MINUTE: rate(
    30,
    'Changes to one checkout, including attempts to enter codes, from one address in a minute',
  ),
  MIZAN_RATE_LIMIT_CHANGES_PER_HOUR: rate(
    300,
    'Changes to one checkout, including attempts to enter codes, from one address in an hour',
  ),
  MIZAN_RATE_LIMIT_DETAILS_PER_HOUR: rate(
    20,
    'Attempts to enter the details of one refund from one address in an hour',
  ),
  MIZAN_RATE_LIMIT_UPDATES_PER_HOUR: rate(1_000, 'Changes that a merchant makes to one payment intent in an hour'),
};

/** The limits as parsed from {@link limitsEnv}. */
export type Limits = z.output<z.ZodObject<typeof limitsEnv>>;

const address = (service: string) => z.url({ protocol: /^http$/ }).describe(`Where ${service} listens`);

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** The gateway's environment variables, in addition to those of every service. */
export const gatewayEnv = {
  ...limitsEnv,
  MIZAN_PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Public port; 0 picks a free one'),
  MIZAN_TRUSTED_PROXIES: z
    .string()
    .refine(
      (list) => list.split(',').every((entry) => entry.trim() === '' || addressOrRange.safeParse(entry.trim()).success),
      'must be addresses or CIDR ranges, separated by commas',
    )
    .default('')
    .describe('Comma-separated addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted; none by default'),
  MIZAN_GEO_HEADERS: z
    .string()
    .regex(/^([\w-]+(\s*,\s*[\w-]+)?)?$/, 'must be one or two names of headers, separated by a comma')
    .default('')
    .describe(
      'Headers in which a trusted proxy gives the country, and the city, of the buyer, for example `CF-IPCountry,CF-IPCity`; none by default',
    ),
  MIZAN_OPERATOR_TOKEN: z
    .string()
    .min(32)
    .optional()
    .describe('Token with which the operator of the platform creates accounts and keys; unset: /operator is closed'),
  MIZAN_BUS_SIGNING_SEED: z
    .string()
    .regex(/^SA[A-Z2-7]{56}$/, 'must be the seed of an account key')
    .optional()
    .describe('Seed of the NATS account of teams; unset: bus users cannot be created'),
  MIZAN_GATEWAY_URL: address('the gateway itself, internally'),
  MIZAN_CATALOG_URL: address('catalog'),
  MIZAN_CUSTOMERS_URL: address('customers'),
  MIZAN_CHECKOUT_URL: address('checkout'),
  MIZAN_PAYMENTS_URL: address('payments'),
  MIZAN_WEBHOOKS_URL: address('webhooks'),
};
