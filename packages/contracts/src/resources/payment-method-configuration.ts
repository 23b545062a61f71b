import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { Money, Timestamp } from '../primitives.ts';

/** How much one payment by a method may be, in one currency. */
export const PaymentMethodLimit = z
  .object({
    currency: Currency,
    minTransactionAmount: Money.nullable().describe('Minor units; null leaves it to the platform.'),
    maxTransactionAmount: Money.nullable().describe('Minor units; null leaves it to the platform.'),
  })
  .meta({ id: 'PaymentMethodLimit', description: 'How much one payment by a method may be, in one currency.' });
export type PaymentMethodLimit = z.infer<typeof PaymentMethodLimit>;

/** What a configuration says about one way to pay. */
export const ConfiguredPaymentMethod = z
  .object({
    type: PaymentMethodType,
    enabled: z.boolean(),
    limits: z.array(PaymentMethodLimit).describe('By currency; the platform’s own where a currency is not named.'),
  })
  .meta({ id: 'ConfiguredPaymentMethod', description: 'What a configuration says about one way to pay.' });
export type ConfiguredPaymentMethod = z.infer<typeof ConfiguredPaymentMethod>;

/** Which ways to pay a checkout offers, and for which amounts. */
export const PaymentMethodConfiguration = z
  .object({
    id: z.string().describe('`pmc_…`'),
    object: z.literal('payment_method_configuration'),
    name: z.string(),
    isDefault: z.boolean().describe('Applies to every checkout that names no other. One for each account and mode.'),
    paymentMethodTypes: z
      .array(ConfiguredPaymentMethod)
      .describe('In the order in which a checkout offers them; what is not listed is not offered.'),
    merchantId: z.string().describe('`acct_…`'),
    livemode: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({
    id: 'PaymentMethodConfiguration',
    description: 'Which ways to pay a checkout offers, and for which amounts.',
  });
export type PaymentMethodConfiguration = z.infer<typeof PaymentMethodConfiguration>;
