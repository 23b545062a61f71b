import { z } from 'zod';
import { Currency, CustomerType, PaymentMethodType } from '../enums.ts';
import { Metadata, Money, namedObject, SignedMoney, Timestamp } from '../primitives.ts';
import { Address, Shipping } from './address.ts';
import { PaymentMethodCard, PaymentMethodValu } from './payment-method.ts';

const dateOrEmpty = (description: string) => z.union([Timestamp, z.literal('')]).describe(description);

/** What a customer has spent, in the customer's currency. */
export const SpendData = z
  .object({
    amountDisputeLosses: Money,
    amountRefunded: Money,
    averageOrderValue: Money.describe('grossSpend / numPayments, rounded half up. 0 if there are no payments.'),
    currency: Currency.describe("The customer's default currency: that of the first payment."),
    firstPurchaseAt: dateOrEmpty('Empty string if there is none.'),
    grossSpend: Money,
    lastPurchaseAt: dateOrEmpty('Empty string if there is none.'),
    netSpend: SignedMoney.describe('grossSpend - amountRefunded.'),
    numPayments: z.int().min(0),
  })
  .meta({ id: 'SpendData', description: "What a customer has spent, in minor units of the customer's currency." });
export type SpendData = z.infer<typeof SpendData>;

export const GuestFingerprint = namedObject('GuestFingerprint', 'Identifies a returning guest at the next checkout.', {
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  cardFingerprints: z.array(z.object({ fingerprint: z.string() })),
});

/** Somebody who buys: registered by the merchant, or a guest that a checkout created. */
export const Customer = namedObject('Customer', 'A customer of the merchant.', {
  id: z.string().describe('`cus_…`'),
  object: z.literal('customer'),
  type: CustomerType,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  name: z.string().optional(),
  email: z.string().optional().describe('As entered. Unique per account and mode, regardless of case.'),
  phone: z.string().optional().describe('In E.164 format if the number could be parsed.'),
  address: Address.optional(),
  shipping: Shipping.optional().describe('Shipping details of a payment whose buyer enters none.'),
  guestFingerprint: GuestFingerprint,
  metadata: Metadata,
  merchantId: z.string().describe('`acct_…`'),
  currency: Currency.optional().describe('Default currency of the customer.'),
  spendData: SpendData,
  balance: z.string().describe('Credit balance in minor units, as a string.'),
});
export type Customer = z.infer<typeof Customer>;

export const ListCustomer = namedObject('ListCustomer', 'A customer in a list.', {
  id: z.string().describe('`cus_…`'),
  type: CustomerType,
  createdAt: Timestamp,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string().nullable().describe('Two-letter country code, ISO 3166-1 alpha-2.'),
  latestPaymentMethod: z
    .object({
      id: z.string().describe('`pm_…`'),
      type: PaymentMethodType,
      card: PaymentMethodCard.optional(),
      valu: PaymentMethodValu.optional(),
    })
    .nullable()
    .describe('The most recently created payment method.'),
  spendData: SpendData,
});
export type ListCustomer = z.infer<typeof ListCustomer>;
