import { z } from 'zod';
import { ApiKeyType, Mode } from '../enums.ts';
import { permissions } from '../permissions.ts';
import { Timestamp } from '../primitives.ts';

/** An API key without its secret. */
export const ApiKey = z
  .object({
    id: z.string().describe('`key_…`'),
    object: z.literal('api_key'),
    name: z.string().nullable(),
    type: ApiKeyType,
    mode: Mode,
    permissions: z.array(z.enum(permissions)).describe('Sorted.'),
    prefix: z.string().describe('For example `mz_sk_test_`.'),
    last4: z.string(),
    apiVersion: z.string().describe('YYYY-MM-DD, used when a request names none.'),
    ipAllowlist: z.array(z.string()).describe('Addresses or CIDR ranges; empty means any.'),
    allowedOrigins: z
      .array(z.string())
      .describe('Of a publishable key: origins whose pages may frame embedded checkouts and use the key.'),
    expiresAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    livemode: z.boolean(),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type ApiKey = z.infer<typeof ApiKey>;

/** A key just made: the only answer that ever holds it. */
export const ApiKeyWithSecret = ApiKey.extend({
  secret: z.string().describe('The key itself. Shown this once; only a hash is kept.'),
}).meta({ id: 'ApiKeyWithSecret', description: 'A key just made, with the key itself.' });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;
