import { z } from 'zod';
import { Currency } from '../enums.ts';
import { SignedMoney } from '../primitives.ts';

/** An amount and its currency. */
export const BalanceAmount = z
  .object({ amount: SignedMoney, currency: Currency })
  .meta({ id: 'BalanceAmount', description: 'An amount and its currency.' });
export type BalanceAmount = z.infer<typeof BalanceAmount>;

/** The balance of the merchant, with one row for each currency that has ever been used. */
export const Balance = z
  .object({
    object: z.literal('balance'),
    available: z.array(BalanceAmount).describe('Available for refunds and payouts.'),
    pending: z.array(BalanceAmount).describe('Captured, but not yet settled.'),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Balance',
    description: 'The balance of the merchant, with one row for each currency that has ever been used.',
  });
export type Balance = z.infer<typeof Balance>;
