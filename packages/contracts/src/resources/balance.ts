import { z } from 'zod';
import { Currency } from '../enums.ts';
import { namedObject, SignedMoney } from '../primitives.ts';

export const BalanceAmount = namedObject('BalanceAmount', 'An amount and its currency.', {
  amount: SignedMoney,
  currency: Currency,
});
export type BalanceAmount = z.infer<typeof BalanceAmount>;

/** The balance of the merchant, with one row for each currency that has ever been used. */
export const Balance = z
  .object({
    object: z.literal('balance'),
    available: z
      .array(BalanceAmount)
      .describe(
        'Available for refunds: what the platform holds and what you received yourself, through your own provider.',
      ),
    pending: z.array(BalanceAmount).describe('Captured, but not yet settled.'),
    payable: z
      .array(BalanceAmount)
      .describe(
        'The part of `available` that the platform holds and owes you. 0 if it holds nothing, or if you owe it fees for payments that you received yourself.',
      ),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Balance',
    description: 'The balance of the merchant, with one row for each currency that has ever been used.',
  });
export type Balance = z.infer<typeof Balance>;
