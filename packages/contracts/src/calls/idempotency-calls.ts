import { z } from 'zod';
import { toEach } from './to-each.ts';

const holds = {
  from: ['gateway'],
  request: z.object({ key: z.string() }),
  reply: z.object({ isHeld: z.boolean() }),
  deadlineMs: 5_000,
  effect: false,
  description:
    'Returns whether the service holds a response for this idempotency key of the account and mode, or is still processing its first request. Implemented by the service kit.',
} as const;

/** What the gateway asks when a key that one service may know is used for a request to another. */
export const idempotencyCalls = toEach('holds', 'Key', holds);
