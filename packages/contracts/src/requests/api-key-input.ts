import { z } from 'zod';
import { ApiKeyType } from '../enums.ts';
import { permissions, type Permission } from '../permissions.ts';
import { failWith, originInput, requiredText, timestampInput } from '../primitives.ts';
import { unchangeableFields } from './unchangeable-fields.ts';

const name = requiredText(100).describe('What the key is for, shown in lists.');
const onceEach = (given: readonly Permission[]): Permission[] => [...new Set(given)].sort();
const keyPermissions = z
  .array(z.enum(permissions))
  .min(1, 'must name at least one permission')
  .transform(onceEach)
  .describe('Restricted keys only: all that they may do.');
const changedPermissions = z
  .array(z.enum(permissions))
  .transform(onceEach)
  .describe('Restricted keys only: all that they may do, at least one. What another key shows may be sent back.');
const expiresAt = timestampInput.describe('From this instant on, by real time, the key is refused. In the future.');
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address or a CIDR range');
const ipAllowlist = z
  .array(addressRange)
  .max(50, 'must hold at most 50 ranges')
  .describe('Addresses and CIDR ranges that the key may be used from; empty means any.');
const allowedOrigins = z
  .array(originInput)
  .max(50, 'must hold at most 50 origins')
  .transform((given) => [...new Set(given)])
  .describe(
    'Publishable keys only: origins whose pages may frame embedded checkouts of this mode, and use the key; empty means that any may use it, and none may frame.',
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
    message: 'can be given for a publishable key only',
  })
  .refine((body) => body.type !== 'RESTRICTED' || body.permissions, {
    path: ['permissions'],
    ...failWith('parameter_missing', 'must be given for a restricted key'),
  })
  .refine((body) => body.type === 'RESTRICTED' || !body.permissions, {
    path: ['permissions'],
    message: 'can be given for a restricted key only',
  })
  .meta({ id: 'CreateApiKey', description: 'A key to create.' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Fields of a key that are fixed when it is created. */
export const fixedApiKeyFields = ['type', 'mode', 'apiVersion'] as const;

/** The body of PATCH /api-keys/{id}. */
export const UpdateApiKey = z
  .strictObject({
    name: name.optional(),
    permissions: changedPermissions.optional(),
    expiresAt: expiresAt.nullish(),
    ipAllowlist: ipAllowlist.optional(),
    allowedOrigins: allowedOrigins.optional(),
    ...unchangeableFields(fixedApiKeyFields),
  })
  .meta({ id: 'UpdateApiKey', description: 'What to change about a key.' });
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

const longestOverlapSeconds = 7 * 24 * 3600;

/** The body of POST /api-keys/{id}/roll. */
export const RollApiKey = z
  .strictObject({
    expireOldAfterSeconds: z
      .number()
      .refine(Number.isInteger, 'must be a whole number of seconds')
      .refine(
        (seconds) => seconds >= 0 && seconds <= longestOverlapSeconds,
        failWith('parameter_out_of_range', `must be from 0 to ${longestOverlapSeconds}`),
      )
      .meta({ type: 'integer', minimum: 0, maximum: longestOverlapSeconds })
      .default(0)
      .describe('How long the old key works beside the new one, seconds; 0 revokes it at once.'),
  })
  .meta({ id: 'RollApiKey', description: 'How to replace a key.' });
export type RollApiKey = z.infer<typeof RollApiKey>;
