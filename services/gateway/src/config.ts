import { z } from 'zod';
import { limitsEnv } from './limits/rates.ts';

const address = (service: string) => z.url({ protocol: /^http$/ }).describe(`Where ${service} listens`);

/** The gateway's own environment, beside what every service has. */
export const gatewayEnv = {
  ...limitsEnv,
  MIZAN_PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Public port; 0 takes a free one'),
  MIZAN_TRUSTED_PROXIES: z
    .string()
    .default('')
    .describe('Addresses or CIDR ranges, separated by commas, whose X-Forwarded-For is believed; none by default'),
  MIZAN_OPERATOR_TOKEN: z
    .string()
    .min(32)
    .optional()
    .describe('What the operator of the platform shows to create accounts and keys; unset: nobody can over HTTP'),
  MIZAN_BUS_SIGNING_SEED: z
    .string()
    .regex(/^SA[A-Z2-7]{56}$/, 'must be the seed of an account key')
    .optional()
    .describe('Seed of the NATS account that holds the stream; unset: no readers of the bus are made'),
  MIZAN_GATEWAY_URL: address('the gateway itself, inside'),
  MIZAN_CATALOG_URL: address('catalog'),
  MIZAN_CUSTOMERS_URL: address('customers'),
  MIZAN_CHECKOUT_URL: address('checkout'),
  MIZAN_PAYMENTS_URL: address('payments'),
  MIZAN_WEBHOOKS_URL: address('webhooks'),
};
