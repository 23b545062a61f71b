import { z } from 'zod';
import { Currency } from '../enums.ts';
import { SignedMoney } from '../primitives.ts';

/** An amount and its currency. */
export const BalanceAmount = z
  .object({ amount: SignedMoney, currency: Currency })
  .meta({ id: 'BalanceAmount', description: 'An amount and its currency.' });
export type BalanceAmount = z.infer<typeof BalanceAmount>;

/** What the merchant owns, one row per currency that ever moved. */
export const Balance = z
  .object({
    object: z.literal('balance'),
    available: z.array(BalanceAmount).describe('Can be refunded from and paid out.'),
    pending: z.array(BalanceAmount).describe('Captured, not yet settled.'),
    livemode: z.boolean(),
  })
  .meta({ id: 'Balance', description: 'What the merchant owns, one row per currency that ever moved.' });
export type Balance = z.infer<typeof Balance>;
