import { z } from 'zod';
import { Currency } from '../enums.ts';
import { ProviderName } from '../payment-enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';

export const HeldRefund = namedObject('HeldRefund', 'A live refund that is held after a restore.', {
  id: z.string().describe('`re_…`'),
  accountId: z.string().describe('`acct_…`'),
  paymentIntentId: z.string().describe('`pi_…`'),
  provider: ProviderName,
  amount: Money,
  currency: Currency,
  createdAt: Timestamp,
});
export type HeldRefund = z.infer<typeof HeldRefund>;

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
      payouts: z.int().min(0).describe('Live payouts that are PENDING.'),
      refunds: z
        .int()
        .min(0)
        .describe('Live refunds that are older than the restore and that no provider has accepted.'),
      lateSuccesses: z
        .int()
        .min(0)
        .describe('Live payments that came late, or that were not needed, and are not refunded.'),
    })
    .describe('How much is not sent until you release it. All are 0 if nothing is held.'),
  heldRefunds: z.array(HeldRefund).describe('The refunds that are held, oldest first, at most 100.'),
});
export type Restore = z.infer<typeof Restore>;
