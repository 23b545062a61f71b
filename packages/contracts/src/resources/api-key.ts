import { z } from 'zod';
import { ApiKeyType, Mode } from '../enums.ts';
import { permissions } from '../permissions.ts';
import { namedObject, Timestamp } from '../primitives.ts';

export const ApiKey = namedObject('ApiKey', 'An API key, without its secret.', {
  id: z.string().describe('`key_…`'),
  object: z.literal('api_key'),
  name: z.string().nullable(),
  type: ApiKeyType,
  mode: Mode,
  permissions: z.array(z.enum(permissions)).describe('Sorted alphabetically.'),
  prefix: z.string().describe('For example `mz_sk_test_`.'),
  last4: z.string(),
  apiVersion: z.string().describe('API version used when a request does not specify one, YYYY-MM-DD.'),
  ipAllowlist: z.array(z.string()).describe('IP addresses and CIDR ranges. Empty allows all addresses.'),
  allowedOrigins: z
    .array(z.string())
    .describe('Publishable keys: origins whose pages can embed checkouts and use the key.'),
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  livemode: z.boolean(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key just made: the only answer that ever holds it. */
export const ApiKeyWithSecret = ApiKey.extend({
  secret: z.string().describe('The key itself. Shown only once; only a hash of it is stored.'),
}).meta({ id: 'ApiKeyWithSecret', description: 'A new API key, including its secret.' });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;
