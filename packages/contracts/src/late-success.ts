import { z } from 'zod';

/** How long past its end a checkout waits for a payment whose outcome is unknown, milliseconds. Then it expires. */
export const checkoutDoubtMs = 60 * 60_000;

/** What becomes of money that arrives when its payment or checkout is over. */
export const LateSuccessPolicy = z
  .enum(['accept', 'auto_refund'])
  .describe(
    "What to do with a payment that succeeds after it was canceled (`lateSuccess` in the charge's `outcome`): `accept` keeps the money and leaves the decision to the merchant, `auto_refund` refunds it in full.",
  );
export type LateSuccessPolicy = z.infer<typeof LateSuccessPolicy>;
