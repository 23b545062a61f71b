import { z } from 'zod';
import { Mode } from '../enums.ts';
import { Timestamp } from '../primitives.ts';

/** A user of the bus that reads and does nothing else. It is kept nowhere: its credentials carry what it may read. */
export const BusUser = z
  .object({
    object: z.literal('bus_user'),
    team: z.string(),
    mode: Mode.nullable().describe('null: both.'),
    merchantId: z.string().nullable().describe('null: every merchant.'),
    types: z.array(z.string()),
    durables: z.array(z.string()).describe('Durable consumers it may make; on the server `<team>-<durable>`.'),
    subjects: z.array(z.string()).describe('What it may subscribe to, and filter a consumer by.'),
    stream: z.string(),
    inboxPrefix: z.string().describe('What the client must be set to receive its answers under.'),
    expiresAt: Timestamp,
    credentials: z.string().describe('The text of a NATS `.creds` file, shown this once.'),
  })
  .meta({ id: 'BusUser', description: 'A reader of the bus.' });
export type BusUser = z.infer<typeof BusUser>;
