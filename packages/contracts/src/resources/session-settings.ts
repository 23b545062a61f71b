import { z } from 'zod';
import {
  AfterCompletionType,
  CustomerUpdateRule,
  FeeConfigSource,
  PaymentConfirmation,
  PaymentMethodCategory,
  PaymentMethodType,
} from '../enums.ts';
import { CardBrand } from '../payment-enums.ts';
import { Money, namedObject } from '../primitives.ts';

/** What happens after the payment; the member that fits `type` is filled. */
export const AfterCompletion = namedObject('AfterCompletion', 'What happens after the payment.', {
  type: AfterCompletionType,
  redirect: z.object({ url: z.string() }).optional(),
  hostedConfirmation: z.object({ customMessage: z.string().optional(), returnUrl: z.string().optional() }).optional(),
});
export type AfterCompletion = z.infer<typeof AfterCompletion>;

export const FeeConfig = namedObject('FeeConfig', 'Whether the buyer pays the fee, and whether VAT is added.', {
  feesPassThrough: z.boolean().describe('Whether the buyer pays the fee on top of the amount.'),
  vatCollectionEnabled: z.boolean(),
  vatCollectionRate: z
    .number()
    .optional()
    .describe('Percentage, greater than 0 and at most 100, with at most four decimals.'),
  source: FeeConfigSource.describe('Where the setting comes from. The most specific one applies.'),
});
export type FeeConfig = z.infer<typeof FeeConfig>;

/** What a payment costs: `gross x ratePpm / 1,000,000 + fixed`, and VAT on that. */
export const FeeTerms = z.object({
  ratePpm: z
    .int()
    .min(0)
    .max(500_000)
    .describe('Rate in parts per million of the amount that the buyer pays: 2.75 % is 27500.'),
  fixed: Money,
  vatPpm: z.int().min(0).max(1_000_000).describe('VAT on the fee, in parts per million.'),
  refundFixed: Money.optional().describe('Fixed fee per refund. None if absent.'),
});

/** The details of a card that the fee schedule depends on. */
export const CardInfo = z.object({ brand: CardBrand, isOnUs: z.boolean(), isInternational: z.boolean() });
export type CardInfo = z.infer<typeof CardInfo>;

export const SessionFees = namedObject('SessionFees', 'The fee of the payment method that the buyer chose.', {
  paymentMethodType: PaymentMethodType,
  feeAmount: Money.describe('Excluding VAT.'),
  feePercentage: z.number().describe('As a percentage.'),
  vatAmount: Money.describe('VAT on the fee.'),
  totalAmount: Money.describe('Fee including VAT.'),
  cardInfo: CardInfo.optional(),
});
export type SessionFees = z.infer<typeof SessionFees>;

export const CustomerUpdate = namedObject('CustomerUpdate', 'Which fields of the customer a checkout can overwrite.', {
  address: CustomerUpdateRule.optional(),
  name: CustomerUpdateRule.optional(),
  shipping: CustomerUpdateRule.optional(),
});
export type CustomerUpdate = z.infer<typeof CustomerUpdate>;

export const SessionPaymentMethod = namedObject('SessionPaymentMethod', 'A payment method that a checkout offers.', {
  type: PaymentMethodType,
  displayName: z.string(),
  category: PaymentMethodCategory,
  minTransactionAmount: Money,
  maxTransactionAmount: Money,
  requiredCustomerFields: z.array(z.string()).describe('Fields that the buyer must provide, for example `phone`.'),
  supportsRefund: z
    .boolean()
    .describe('Whether the provider returns the money itself, without details from the buyer.'),
  supportsPartialRefund: z.boolean(),
  supportsPartialCapture: z.boolean(),
  paymentConfirmation: PaymentConfirmation,
});
export type SessionPaymentMethod = z.infer<typeof SessionPaymentMethod>;
