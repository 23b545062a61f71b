import { z } from 'zod';
import { Currency, CustomerType, PaymentMethodType } from '../enums.ts';
import { Metadata, Timestamp } from '../primitives.ts';
import { Address } from './address.ts';
import { PaymentMethodCard, PaymentMethodValu } from './payment-method.ts';
import { SpendData } from './spend-data.ts';

/** Identifies a returning guest at the next checkout. */
export const GuestFingerprint = z
  .object({
    emails: z.array(z.string()),
    phones: z.array(z.string()),
    cardFingerprints: z.array(z.object({ fingerprint: z.string() })),
  })
  .meta({ id: 'GuestFingerprint', description: 'Identifies a returning guest at the next checkout.' });
export type GuestFingerprint = z.infer<typeof GuestFingerprint>;

/** Somebody who buys: registered by the merchant, or a guest that a checkout created. */
export const Customer = z
  .object({
    id: z.string().describe('`cus_…`'),
    object: z.literal('customer'),
    type: CustomerType,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    name: z.string().optional(),
    email: z.string().optional().describe('As entered. Unique per account and mode, regardless of case.'),
    phone: z.string().optional().describe('In E.164 format if the number could be parsed.'),
    address: Address.optional(),
    guestFingerprint: GuestFingerprint,
    metadata: Metadata,
    merchantId: z.string().describe('`acct_…`'),
    currency: Currency.optional().describe('Default currency of the customer.'),
    spendData: SpendData,
    balance: z.string().describe('Credit balance in minor units, as a string.'),
  })
  .meta({ id: 'Customer', description: 'A customer of the merchant.' });
export type Customer = z.infer<typeof Customer>;

/** A customer in a list. */
export const ListCustomer = z
  .object({
    id: z.string().describe('`cus_…`'),
    type: CustomerType,
    createdAt: Timestamp,
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    country: z.string().nullable().describe('Two-letter country code, ISO 3166-1 alpha-2.'),
    latestPaymentMethod: z
      .object({
        id: z.string().describe('`pm_…`'),
        type: PaymentMethodType,
        card: PaymentMethodCard.optional(),
        valu: PaymentMethodValu.optional(),
      })
      .optional()
      .describe('The most recently created payment method.'),
    spendData: SpendData,
  })
  .meta({ id: 'ListCustomer', description: 'A customer in a list.' });
export type ListCustomer = z.infer<typeof ListCustomer>;
