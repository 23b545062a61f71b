import { z } from 'zod';
import { cuttable } from '../bounds.ts';
import { PaymentMethodType } from '../enums.ts';
import { CardBrand, CardCheck, CardFunding, ThreeDSecureResult } from '../payment-enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';
import { BillingDetails } from './address.ts';

export const PaymentMethodCard = namedObject('PaymentMethodCard', 'A card, without its number.', {
  brand: CardBrand,
  funding: CardFunding,
  last4: z.string(),
  expMonth: z.int().min(1).max(12),
  expYear: z.int(),
  country: z.string().nullable().describe('Country of the issuer, ISO 3166-1 alpha-2.'),
  issuer: z.string().nullable().describe('Name of the issuing bank.'),
  fingerprint: z.string().nullable().describe('Identical for the same card within one account.'),
});

export const PaymentMethodValu = namedObject('PaymentMethodValu', 'The installment plan of a valU payment.', {
  tenureMonths: z.int().nullable().describe('Number of monthly installments.'),
  downPayment: Money.nullable(),
  purchaseFees: Money.nullable(),
  monthlyInstallment: Money.nullable(),
});

export const PaymentMethod = namedObject('PaymentMethod', 'The payment method used or to be used by a buyer.', {
  id: z.string().describe('`pm_…`'),
  object: z.literal('payment_method'),
  type: PaymentMethodType,
  card: PaymentMethodCard.nullable(),
  valu: PaymentMethodValu.nullable(),
  billingDetails: BillingDetails.nullable(),
  createdAt: Timestamp,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A payment method that is saved for a customer. */
export const SavedPaymentMethod = PaymentMethod.extend({
  customerId: z.string().describe('`cus_…`: the owner. In `payment_method.detached`, the previous owner.'),
}).meta({ id: 'SavedPaymentMethod', description: 'A payment method that is saved for a customer.' });
export type SavedPaymentMethod = z.infer<typeof SavedPaymentMethod>;

/** How one charge used its payment method: the member named by `type` is filled. */
export const PaymentMethodDetails = z
  .object({
    type: PaymentMethodType,
    card: PaymentMethodCard.extend({
      expMonth: PaymentMethodCard.shape.expMonth.nullable().describe('`null` if the provider does not report it.'),
      expYear: PaymentMethodCard.shape.expYear.nullable().describe('`null` if the provider does not report it.'),
      threeDSecure: z
        .object({ result: ThreeDSecureResult.nullable(), version: z.string().nullable() })
        .nullable()
        .describe('`null` if 3-D Secure was not requested.'),
      wallet: z
        .object({ type: z.enum(['apple_pay', 'google_pay', 'samsung_pay']) })
        .nullable()
        .describe('The wallet that holds the card.'),
      checks: z.object({ cvc: CardCheck, addressLine1: CardCheck, postalCode: CardCheck }),
    }).nullable(),
    wallet: z
      .object({ provider: z.string(), phone: z.string().nullable() })
      .nullable()
      .describe('A mobile wallet or bank app.'),
    valu: PaymentMethodValu.nullable(),
    voucher: z.object({ reference: z.string(), expiresAt: Timestamp.nullable() }).nullable(),
    bankTransfer: z.object({ reference: z.string() }).nullable(),
    instapay: z
      .object({ reference: z.string() })
      .optional()
      .describe('Only of InstaPay payments that the merchant receives without a provider.'),
    receipts: cuttable(
      z.array(z.object({ amount: Money, reference: z.string().nullable(), receivedAt: Timestamp })),
      'last',
    )
      .optional()
      .describe('Cash and bank transfers: the receipts recorded by the merchant. The latest twenty, oldest first.'),
  })
  .meta({ id: 'PaymentMethodDetails', description: 'Details of the payment method at the time of the charge.' });
export type PaymentMethodDetails = z.infer<typeof PaymentMethodDetails>;
