import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, Timestamp } from '../primitives.ts';

/** A voucher that the buyer pays at a kiosk. */
export const VoucherDetails = z
  .object({
    reference: z.string().describe('The number that the buyer presents.'),
    barcodeUrl: z.string().nullable().describe('The same number as a barcode image.'),
    billerCode: z.string().nullable(),
    amount: Money,
    currency: Currency,
    expiresAt: Timestamp,
    instructions: z.object({ ar: z.string(), en: z.string() }),
    channels: z.array(z.string()),
  })
  .meta({ id: 'VoucherDetails', description: 'A voucher that the buyer pays at a kiosk.' });
export type VoucherDetails = z.infer<typeof VoucherDetails>;

/** The account that the buyer transfers the money to. */
export const BankTransferDetails = z
  .object({
    iban: z.string(),
    accountName: z.string(),
    reference: z.string().describe('The reference that identifies the transfer.'),
    amount: Money,
    currency: Currency,
    expiresAt: Timestamp,
  })
  .meta({ id: 'BankTransferDetails', description: 'The account that the buyer transfers the money to.' });
export type BankTransferDetails = z.infer<typeof BankTransferDetails>;

/** What the buyer has to do: open a page. Vouchers and transfers also carry what that page shows. */
export const NextAction = z
  .object({
    type: z.literal('redirect_to_url'),
    redirectToUrl: z.object({
      url: z.string().describe('Redirect the buyer to this URL.'),
      returnUrl: z.string().nullable().describe('Where the buyer returns to.'),
    }),
    displayVoucherDetails: VoucherDetails.optional().describe('Vouchers only.'),
    displayBankTransferDetails: BankTransferDetails.optional().describe('Bank transfers only.'),
  })
  .meta({ id: 'NextAction', description: 'The action that the buyer must take.' });
export type NextAction = z.infer<typeof NextAction>;
