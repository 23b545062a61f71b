import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { Money, Timestamp } from '../primitives.ts';

/** The minimum and maximum amount of one payment by a method, in one currency. */
export const PaymentMethodLimit = z
  .object({
    currency: Currency,
    minTransactionAmount: Money.nullable().describe('In minor units. `null` applies the limit of the platform.'),
    maxTransactionAmount: Money.nullable().describe('In minor units. `null` applies the limit of the platform.'),
  })
  .meta({
    id: 'PaymentMethodLimit',
    description: 'The minimum and maximum amount of one payment by a method, in one currency.',
  });

/** The settings of a payment method in a configuration. */
export const ConfiguredPaymentMethod = z
  .object({
    type: PaymentMethodType,
    enabled: z.boolean(),
    limits: z
      .array(PaymentMethodLimit)
      .describe("Limits per currency. The platform's limits apply to other currencies."),
  })
  .meta({ id: 'ConfiguredPaymentMethod', description: 'The settings of a payment method in a configuration.' });
export type ConfiguredPaymentMethod = z.infer<typeof ConfiguredPaymentMethod>;

/** The payment methods that a checkout offers, and their amount limits. */
export const PaymentMethodConfiguration = z
  .object({
    id: z.string().describe('`pmc_…`'),
    object: z.literal('payment_method_configuration'),
    name: z.string(),
    isDefault: z
      .boolean()
      .describe(
        'Applies to every checkout that does not name another configuration. There is one for each account and mode.',
      ),
    paymentMethodTypes: z
      .array(ConfiguredPaymentMethod)
      .describe('In the order in which a checkout offers them. Methods that are not listed are not offered.'),
    merchantId: z.string().describe('`acct_…`'),
    livemode: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({
    id: 'PaymentMethodConfiguration',
    description: 'The payment methods that a checkout offers, and their amount limits.',
  });
export type PaymentMethodConfiguration = z.infer<typeof PaymentMethodConfiguration>;
