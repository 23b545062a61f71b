import { z } from 'zod';
import { toEach } from './to-each.ts';

const holds = {
  from: ['gateway'],
  request: z.object({ key: z.string() }),
  reply: z.object({ isHeld: z.boolean() }),
  deadlineMs: 5_000,
  effect: false,
  description:
    'Whether the service has an answer for this idempotency key of the account and mode, or has begun what will have one. Answered by the kit.',
} as const;

/** What the gateway asks when a key that one service may know is used for a request to another. */
export const idempotencyCalls = toEach('holds', 'Key', holds);
