import { z } from 'zod';
import { Currency } from '../enums.ts';
import { namedObject } from '../primitives.ts';

/** Where buyers transfer money to, in one currency. */
export const BankTransferAccount = namedObject(
  'BankTransferAccount',
  'The bank account that buyers transfer money in one currency to.',
  {
    currency: Currency,
    iban: z.string().describe('Without spaces.'),
    accountName: z.string(),
    bankName: z.string(),
  },
);
export type BankTransferAccount = z.infer<typeof BankTransferAccount>;

/** The methods that the merchant receives without a provider. */
export const ManualMethods = namedObject(
  'ManualMethods',
  'The payment methods that the merchant receives without a payment provider. Report each payment with `mark-paid`.',
  {
    cash_on_delivery: z.object({ enabled: z.boolean() }),
    bank_transfer: z.array(BankTransferAccount).describe('One for each currency. Empty: not offered.'),
    instapay: z.object({
      handle: z
        .string()
        .nullable()
        .describe('The InstaPay address that buyers send money to, for example `shop@instapay`. `null`: not offered.'),
    }),
  },
);
export type ManualMethods = z.infer<typeof ManualMethods>;

/** What the platform mails for the merchant. */
export const MailSettings = namedObject('MailSettings', 'The mail that the platform sends to buyers.', {
  receipts: z.boolean().describe('Whether buyers receive receipts, and how to pay vouchers and transfers, by mail.'),
  recovery: z
    .boolean()
    .default(false)
    .describe('Whether buyers whose checkout expired unpaid receive a link by mail to continue it.'),
  replyTo: z.string().nullable().describe('Where the replies of buyers go.'),
});
export type MailSettings = z.infer<typeof MailSettings>;

export const AccountSettings = namedObject(
  'AccountSettings',
  'The settings of an account that the merchant controls, in the mode of the requesting key. The operator sees and changes those of live mode.',
  {
    object: z.literal('account_settings'),
    logo: z.string().nullable().describe('URL.'),
    defaultLocale: z.string().describe('BCP 47, for example `ar-EG`.'),
    mail: MailSettings,
    manualMethods: ManualMethods.describe('Test mode accepts every method in any case.'),
  },
);
export type AccountSettings = z.infer<typeof AccountSettings>;

/** Of an account whose settings were never changed. */
export const noManualMethods: ManualMethods = {
  cash_on_delivery: { enabled: false },
  bank_transfer: [],
  instapay: { handle: null },
};

/** Of an account whose settings were never changed. */
export const noMail: MailSettings = { receipts: false, recovery: false, replyTo: null };
