import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, Timestamp } from '../primitives.ts';

/** What a buyer takes to a kiosk. */
export const VoucherDetails = z
  .object({
    reference: z.string().describe('The number to give.'),
    barcodeUrl: z.string().nullable().describe('The same number as an image.'),
    billerCode: z.string().nullable(),
    amount: Money,
    currency: Currency,
    expiresAt: Timestamp,
    instructions: z.object({ ar: z.string(), en: z.string() }),
    channels: z.array(z.string()),
  })
  .meta({ id: 'VoucherDetails', description: 'What a buyer takes to a kiosk.' });
export type VoucherDetails = z.infer<typeof VoucherDetails>;

/** Where a buyer transfers the money to. */
export const BankTransferDetails = z
  .object({
    iban: z.string(),
    accountName: z.string(),
    reference: z.string().describe('What the transfer is found by.'),
    amount: Money,
    currency: Currency,
    expiresAt: Timestamp,
  })
  .meta({ id: 'BankTransferDetails', description: 'Where a buyer transfers the money to.' });
export type BankTransferDetails = z.infer<typeof BankTransferDetails>;

/** What the buyer has to do: open a page. Vouchers and transfers also carry what that page shows. */
export const NextAction = z
  .object({
    type: z.literal('redirect_to_url'),
    redirectToUrl: z.object({
      url: z.string().describe('Send the buyer there.'),
      returnUrl: z.string().nullable().describe('Where the buyer comes back to.'),
    }),
    displayVoucherDetails: VoucherDetails.optional().describe('Vouchers only.'),
    displayBankTransferDetails: BankTransferDetails.optional().describe('Bank transfers only.'),
  })
  .meta({ id: 'NextAction', description: 'What the buyer has to do.' });
export type NextAction = z.infer<typeof NextAction>;
