import { z } from 'zod';
import { Currency, PaymentMethodType } from './enums.ts';
import { mailedOrder } from './order-summary.ts';
import { Money, Timestamp } from './primitives.ts';
import { BankTransferDetails, InstapayDetails } from './resources/next-action.ts';

const Amount = z.object({ amount: Money, currency: Currency });

/** What a mail about a payment says beside what its account and checkout add. */
const paymentMail = {
  to: z.string().describe('Address of the buyer.'),
  checkoutSessionId: z.string().nullable().describe('`cs_…`: the checkout that was paid, whose language the mail has.'),
  total: Amount,
  description: z.string().nullable().describe('What the merchant says that the payment is for.'),
  url: z.string().describe('The page that the mail leads to.'),
};

const method = z.object({
  type: PaymentMethodType,
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
});

const receipt = {
  ...paymentMail,
  number: z.string().describe('For example `R-2026-000123`.'),
  reference: z.string().describe('`ch_…` or `re_…`'),
  presented: Amount.nullable().describe('The same amount in the currency of the prices, if that is another one.'),
  at: Timestamp.describe('When it was paid or refunded.'),
  method,
};

/** What payments knows for a mail. */
export const PaymentMailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('receipt'), ...receipt }),
  z.object({ template: z.literal('refund_receipt'), ...receipt }),
  z.object({
    template: z.literal('refund_details'),
    ...paymentMail,
    reference: z.string().describe('`re_…`'),
    expiresAt: Timestamp,
  }),
  z.object({
    template: z.literal('voucher'),
    ...paymentMail,
    methodType: PaymentMethodType,
    reference: z.string().describe('The number that the buyer presents.'),
    billerCode: z.string().nullable(),
    expiresAt: Timestamp,
    instructions: z.object({ ar: z.string(), en: z.string() }),
  }),
  z.object({
    template: z.literal('transfer_instructions'),
    ...paymentMail,
    total: Amount.describe('What is left to transfer.'),
    received: Amount.nullable()
      .default(null)
      .describe('What the merchant has received of it. `null` if nothing. Earlier releases answer without it.'),
    account: z
      .union([
        BankTransferDetails.pick({ iban: true, accountName: true, bankName: true }),
        InstapayDetails.pick({ handle: true }),
      ])
      .describe('Where the buyer sends the money: a bank account or an InstaPay address.'),
    reference: z.string().describe('What the buyer writes in the transfer.'),
    expiresAt: Timestamp,
  }),
]);
export type PaymentMailContent = z.infer<typeof PaymentMailContent>;

/** What checkout knows for a mail. */
export const CheckoutMailContent = z.object({
  locale: z.string().nullable().describe('BCP 47. `null` if the page followed the browser of the buyer.'),
  ...mailedOrder,
  pageUrl: z
    .string()
    .nullable()
    .default(null)
    .describe('The page that shows the buyer how to pay, as long as it does. Earlier releases answer without it.'),
  recovery: z
    .object({ to: z.string(), total: Amount, url: z.string(), until: Timestamp })
    .nullable()
    .describe('`null` if the checkout cannot be recovered, or no address of the buyer is known.'),
});
export type CheckoutMailContent = z.infer<typeof CheckoutMailContent>;

/** Whether a mail can be written now. */
export const PaymentMailReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), content: PaymentMailContent }),
  z.object({ state: z.literal('later') }).describe('Something that it says does not exist yet, such as its number.'),
  z
    .object({
      state: z.literal('void'),
      hasAddress: z
        .boolean()
        .default(true)
        .describe('`false` if no address of the buyer is known. Earlier releases answer without it.'),
    })
    .describe('There is no reason, or no recipient, for it any more.'),
]);
export type PaymentMailReply = z.infer<typeof PaymentMailReply>;
