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
import { Money } from '../primitives.ts';

/** What happens after the payment; the member that fits `type` is filled. */
export const AfterCompletion = z
  .object({
    type: AfterCompletionType,
    redirect: z.object({ url: z.string() }).optional(),
    hostedConfirmation: z.object({ customMessage: z.string().optional(), returnUrl: z.string().optional() }).optional(),
  })
  .meta({ id: 'AfterCompletion', description: 'What happens after the payment.' });
export type AfterCompletion = z.infer<typeof AfterCompletion>;

/** Who bears the fee and whether VAT is added. */
export const FeeConfig = z
  .object({
    feesPassThrough: z.boolean().describe('The buyer pays the fee on top.'),
    vatCollectionEnabled: z.boolean(),
    vatCollectionRate: z.number().optional().describe('Percent, above 0 to 100, four decimals.'),
    source: FeeConfigSource.describe('Where the setting came from; the most specific wins.'),
  })
  .meta({ id: 'FeeConfig', description: 'Who bears the fee and whether VAT is added.' });
export type FeeConfig = z.infer<typeof FeeConfig>;

/** What a payment costs: `gross x ratePpm / 1,000,000 + fixed`, and VAT on that. */
export const FeeTerms = z.object({
  ratePpm: z.int().min(0).max(500_000).describe('Parts per million of what the buyer pays: 2.75 % is 27500.'),
  fixed: Money,
  vatPpm: z.int().min(0).max(1_000_000).describe('VAT on the fee, parts per million.'),
});

/** What the fee schedule asks about a card. */
export const CardInfo = z.object({ brand: CardBrand, isOnUs: z.boolean(), isInternational: z.boolean() });
export type CardInfo = z.infer<typeof CardInfo>;

/** What the method that the buyer chose costs. */
export const SessionFees = z
  .object({
    paymentMethodType: PaymentMethodType,
    feeAmount: Money.describe('Without VAT.'),
    feePercentage: z.number().describe('Percent.'),
    vatAmount: Money.describe('VAT on the fee.'),
    totalAmount: Money.describe('Fee and VAT.'),
    cardInfo: CardInfo.optional(),
  })
  .meta({ id: 'SessionFees', description: 'What the method that the buyer chose costs.' });
export type SessionFees = z.infer<typeof SessionFees>;

/** Which fields of the customer a checkout may overwrite. */
export const CustomerUpdate = z
  .object({
    address: CustomerUpdateRule.optional(),
    name: CustomerUpdateRule.optional(),
    shipping: CustomerUpdateRule.optional(),
  })
  .meta({ id: 'CustomerUpdate', description: 'Which fields of the customer a checkout may overwrite.' });
export type CustomerUpdate = z.infer<typeof CustomerUpdate>;

/** A way to pay that a checkout offers. */
export const SessionPaymentMethod = z
  .object({
    type: PaymentMethodType,
    displayName: z.string(),
    category: PaymentMethodCategory,
    minTransactionAmount: Money,
    maxTransactionAmount: Money,
    requiredCustomerFields: z.array(z.string()).describe('What the buyer must give, for example `phone`.'),
    supportsRefund: z.boolean(),
    supportsPartialRefund: z.boolean(),
    supportsPartialCapture: z.boolean(),
    paymentConfirmation: PaymentConfirmation,
  })
  .meta({ id: 'SessionPaymentMethod', description: 'A way to pay that a checkout offers.' });
export type SessionPaymentMethod = z.infer<typeof SessionPaymentMethod>;
