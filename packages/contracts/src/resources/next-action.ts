import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, Timestamp } from '../primitives.ts';

/** What the buyer has to do: open a page. Vouchers also carry their number. */
export const NextAction = z
  .object({
    type: z.literal('redirect_to_url'),
    redirectToUrl: z.object({
      url: z.string().describe('Send the buyer there.'),
      returnUrl: z.string().nullable().describe('Where the buyer comes back to.'),
    }),
    displayVoucherDetails: z
      .object({
        reference: z.string(),
        barcodeUrl: z.string().nullable(),
        billerCode: z.string().nullable(),
        amount: Money,
        currency: Currency,
        expiresAt: Timestamp,
        instructions: z.object({ ar: z.string(), en: z.string() }),
        channels: z.array(z.string()),
      })
      .optional()
      .describe('Vouchers only.'),
  })
  .meta({ id: 'NextAction', description: 'What the buyer has to do.' });
export type NextAction = z.infer<typeof NextAction>;
