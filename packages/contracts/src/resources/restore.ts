import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';

/** Whether the platform runs on a restored database, and what it holds because of that. */
export const Restore = namedObject('Restore', 'The last restore of the platform, and the money that it holds.', {
  object: z.literal('restore'),
  restoredTo: Timestamp.nullable().describe(
    'The moment that the restored state is of; `null` if there was no restore.',
  ),
  restoredAt: Timestamp.nullable().describe('When it was restored.'),
  releasedAt: Timestamp.nullable().describe('When you released the money that was held.'),
  held: z
    .object({
      refunds: z
        .int()
        .min(0)
        .describe('Live refunds that are older than the restore and not confirmed by their provider.'),
      payouts: z.int().min(0).describe('Live payouts that are PENDING.'),
    })
    .describe('What is not sent until you release it. Both are 0 if nothing is held.'),
});
export type Restore = z.infer<typeof Restore>;
