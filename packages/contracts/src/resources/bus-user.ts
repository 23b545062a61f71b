import { z } from 'zod';
import { Mode } from '../enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** A user of the bus that reads and does nothing else. It is kept nowhere: its credentials carry what it may read. */
export const BusUser = namedObject('BusUser', 'A user of the bus that can read events.', {
  object: z.literal('bus_user'),
  team: z.string(),
  mode: Mode.nullable().describe('`null` means both modes.'),
  merchantId: z.string().nullable().describe('`null` means all merchants.'),
  types: z.array(z.string()),
  durables: z.array(z.string()).describe('Durable consumers that the user can create, as `@mizan/bus` calls them.'),
  consumers: z
    .array(z.string())
    .describe(
      'Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot guess.',
    ),
  subjects: z.array(z.string()).describe('Subjects that the user can subscribe to and filter a consumer by.'),
  stream: z.string(),
  inboxPrefix: z.string().describe('Inbox prefix that the client must be configured with.'),
  expiresAt: Timestamp,
  credentials: z.string().describe('The content of a NATS `.creds` file. Shown only once.'),
});
export type BusUser = z.infer<typeof BusUser>;
