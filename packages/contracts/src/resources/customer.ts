import { z } from 'zod';
import { Currency, CustomerType, PaymentMethodType } from '../enums.ts';
import { Metadata, Timestamp } from '../primitives.ts';
import { Address } from './address.ts';
import { PaymentMethodCard, PaymentMethodValu } from './payment-method.ts';
import { SpendData } from './spend-data.ts';

/** By what a guest is recognised at the next checkout. */
export const GuestFingerprint = z
  .object({
    emails: z.array(z.string()),
    phones: z.array(z.string()),
    cardFingerprints: z.array(z.object({ fingerprint: z.string() })),
  })
  .meta({ id: 'GuestFingerprint', description: 'By what a guest is recognised at the next checkout.' });
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
    email: z.string().optional().describe('As typed; unique per account and mode whatever its case.'),
    phone: z.string().optional().describe('E.164 when it could be read as such.'),
    address: Address.optional(),
    guestFingerprint: GuestFingerprint,
    metadata: Metadata,
    merchantId: z.string().describe('`acct_…`'),
    currency: Currency.optional().describe('Default for this customer.'),
    spendData: SpendData,
    balance: z.string().describe('Credit balance in minor units, as a string.'),
  })
  .meta({ id: 'Customer', description: 'Somebody who buys.' });
export type Customer = z.infer<typeof Customer>;

/** A customer inside a list. */
export const ListCustomer = z
  .object({
    id: z.string().describe('`cus_…`'),
    type: CustomerType,
    createdAt: Timestamp,
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    latestPaymentMethod: z
      .object({
        id: z.string().describe('`pm_…`'),
        type: PaymentMethodType,
        card: PaymentMethodCard.optional(),
        valu: PaymentMethodValu.optional(),
      })
      .optional()
      .describe('The most recently created one.'),
    spendData: SpendData,
  })
  .meta({ id: 'ListCustomer', description: 'A customer inside a list.' });
export type ListCustomer = z.infer<typeof ListCustomer>;
