import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';

export const VoucherDetails = namedObject('VoucherDetails', 'A voucher that the buyer pays at a kiosk.', {
  reference: z.string().describe('The number that the buyer presents.'),
  barcodeUrl: z.string().nullable().describe('The same number as a barcode image.'),
  billerCode: z.string().nullable(),
  amount: Money,
  currency: Currency,
  expiresAt: Timestamp,
  instructions: z.object({ ar: z.string(), en: z.string() }),
  channels: z.array(z.string()),
});
export type VoucherDetails = z.infer<typeof VoucherDetails>;

/** The account that the buyer transfers the money to. */
export const BankTransferDetails = z
  .object({
    iban: z.string(),
    accountName: z.string(),
    bankName: z.string().optional(),
    reference: z.string().describe('The reference that identifies the transfer.'),
    amount: Money.describe('The whole amount, also once a part of it was received.'),
    currency: Currency,
    expiresAt: Timestamp,
  })
  .meta({ id: 'BankTransferDetails', description: 'The account that the buyer transfers the money to.' });
export type BankTransferDetails = z.infer<typeof BankTransferDetails>;

/** The InstaPay address that the buyer sends the money to. */
export const InstapayDetails = z
  .object({
    handle: z.string().describe('For example `shop@instapay`.'),
    reference: z.string().describe('The reference that identifies the payment. The buyer writes it in the note.'),
    amount: Money.describe('The whole amount, also once a part of it was received.'),
    currency: Currency,
    expiresAt: Timestamp,
  })
  .meta({ id: 'InstapayDetails', description: 'The InstaPay address that the buyer sends the money to.' });
export type InstapayDetails = z.infer<typeof InstapayDetails>;

/** What the buyer has to do: open a page. Vouchers and transfers also carry what that page shows. */
export const NextAction = namedObject('NextAction', 'The action that the buyer must take.', {
  type: z.literal('redirect_to_url'),
  redirectToUrl: z.object({
    url: z.string().describe('Redirect the buyer to this URL.'),
    returnUrl: z.string().nullable().describe('Where the buyer returns to.'),
    frameUrl: z
      .string()
      .optional()
      .describe(
        'Live mode only, if the provider has a field for the same step: instead of redirecting the buyer, show this page in a frame. It posts `{ source: "mizan-field", type: "ready" | "failed" | "height" | "complete", height? }` to the page around it; on `complete`, retrieve the payment, and on `failed`, redirect the buyer to `url`.',
      ),
  }),
  displayVoucherDetails: VoucherDetails.optional().describe('Vouchers only.'),
  displayBankTransferDetails: BankTransferDetails.optional().describe('Bank transfers only.'),
  displayInstapayDetails: InstapayDetails.optional().describe(
    'InstaPay payments that the merchant receives without a provider only.',
  ),
});
export type NextAction = z.infer<typeof NextAction>;
