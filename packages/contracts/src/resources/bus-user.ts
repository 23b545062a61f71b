import { z } from 'zod';
import { Mode } from '../enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** Whether the bus still accepts a user. */
export const BusUserStatus = z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']);
export type BusUserStatus = z.infer<typeof BusUserStatus>;

/** A user of the bus that reads and does nothing else: what its credentials allow, never the credentials. */
export const BusUser = namedObject('BusUser', 'A user of the bus that can read events.', {
  id: z.string().describe('`bu_…`'),
  object: z.literal('bus_user'),
  team: z.string(),
  mode: Mode.nullable().describe('`null` means both modes.'),
  merchantId: z.string().nullable().describe('`null` means all merchants.'),
  types: z.array(z.string()),
  durables: z.array(z.string()).describe('Durable consumers that the user can create, as `@mizan/bus` calls them.'),
  consumers: z
    .array(z.string())
    .describe(
      'Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot guess. Users of a team with the same mode and merchant have the same consumers. Clients other than `@mizan/bus` need them. Empty where the platform has no signing seed.',
    ),
  inboxPrefix: z
    .string()
    .describe('Inbox prefix that clients other than `@mizan/bus` must be configured with; no other user has it.'),
  status: BusUserStatus.describe(
    '`ACTIVE`: its credentials are accepted. `EXPIRED`: `expiresAt` has passed. `REVOKED`: the operator revoked it.',
  ),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable().describe('`null` if it was not revoked.'),
});
export type BusUser = z.infer<typeof BusUser>;

/** A user just created: the only answer that ever holds its credentials. */
export const BusUserWithCredentials = BusUser.extend({
  subjects: z.array(z.string()).describe('Subjects that the user can subscribe to and filter a consumer by.'),
  stream: z.string(),
  credentials: z.string().describe('The content of a NATS `.creds` file. Shown only once.'),
}).meta({ id: 'BusUserWithCredentials', description: 'A new bus user, including its credentials.' });
export type BusUserWithCredentials = z.infer<typeof BusUserWithCredentials>;

/** What the bus has to know about a user to refuse it. */
export const RevokedBusUser = z.object({
  id: z.string(),
  publicKey: z.string().describe('The NATS public key of the user.'),
  expiresAt: Timestamp.describe('When its credentials expire, so that it need no longer be refused.'),
});
export type RevokedBusUser = z.infer<typeof RevokedBusUser>;
