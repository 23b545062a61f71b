import { z } from 'zod';
import { ApiKeyType } from '../enums.ts';
import { permissions, type Permission } from '../permissions.ts';
import {
  failWith,
  originInput,
  overlapSeconds,
  requestBody,
  requiredText,
  timestampInput,
  unchangeableFields,
} from '../primitives.ts';

const name = requiredText(100).describe('Name of the key, shown in lists. Describe what the key is used for.');
const onceEach = (given: readonly Permission[]): Permission[] => [...new Set(given)].sort();
const keyPermissions = z
  .array(z.enum(permissions))
  .min(1, 'must name at least one permission')
  .transform(onceEach)
  .describe('Restricted keys only: the permissions of the key.');
const changedPermissions = z
  .array(z.enum(permissions))
  .transform(onceEach)
  .describe(
    'Restricted keys only: the permissions of the key, at least one. For other keys, only the current value is accepted.',
  );
const expiresAt = timestampInput.describe(
  'The key is rejected from this time on, in real time. Must be in the future.',
);
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address or a CIDR range');
const ipAllowlist = z
  .array(addressRange)
  .max(50, 'must hold at most 50 ranges')
  .describe('IP addresses and CIDR ranges from which the key can be used. Empty allows all addresses.');
const allowedOrigins = z
  .array(originInput)
  .max(50, 'must hold at most 50 origins')
  .transform((given) => [...new Set(given)])
  .describe(
    'Publishable keys only: origins whose pages can embed checkouts of this mode and use the key. If empty, any origin can use the key but none can embed checkouts.',
  );

/** The body of POST /api-keys. */
export const CreateApiKey = z
  .strictObject({
    name,
    type: ApiKeyType,
    permissions: keyPermissions.nullish(),
    expiresAt: expiresAt.nullish(),
    ipAllowlist: ipAllowlist.nullish(),
    allowedOrigins: allowedOrigins.nullish(),
  })
  .refine((body) => body.type === 'PUBLISHABLE' || !body.allowedOrigins?.length, {
    path: ['allowedOrigins'],
    message: 'is allowed only for publishable keys',
  })
  .refine((body) => body.type !== 'RESTRICTED' || body.permissions, {
    path: ['permissions'],
    ...failWith('parameter_missing', 'is required for restricted keys'),
  })
  .refine((body) => body.type === 'RESTRICTED' || !body.permissions, {
    path: ['permissions'],
    message: 'is allowed only for restricted keys',
  })
  .meta({ id: 'CreateApiKey', description: 'An API key to create.' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Fields of a key that are fixed when it is created. */
export const fixedApiKeyFields = ['type', 'mode', 'apiVersion'] as const;

/** The body of PATCH /api-keys/{id}. */
export const UpdateApiKey = requestBody('UpdateApiKey', 'Changes to an API key.', {
  name: name.optional(),
  permissions: changedPermissions.optional(),
  expiresAt: expiresAt.nullish(),
  ipAllowlist: ipAllowlist.optional(),
  allowedOrigins: allowedOrigins.optional(),
  ...unchangeableFields(fixedApiKeyFields),
});
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

const longestOverlapSeconds = 7 * 24 * 3600;

/** The body of POST /api-keys/{id}/roll. */
export const RollApiKey = requestBody('RollApiKey', 'How to roll an API key.', {
  expireOldAfterSeconds: overlapSeconds(longestOverlapSeconds)
    .default(0)
    .describe('How long the old key keeps working, in seconds. 0 revokes it immediately.'),
});
