import { z } from 'zod';

/** How long past its end a checkout waits for a payment whose outcome is unknown, milliseconds. Then it expires. */
export const checkoutDoubtMs = 60 * 60_000;

/** What becomes of money that arrives when its payment or checkout is over. */
export const LateSuccessPolicy = z
  .enum(['accept', 'auto_refund'])
  .describe(
    'What becomes of a payment that succeeds after it was given up, `lateSuccess` of `charge.outcome`: `accept` leaves it to the merchant, `auto_refund` sends all of it back.',
  );
export type LateSuccessPolicy = z.infer<typeof LateSuccessPolicy>;
