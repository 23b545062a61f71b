import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import type { ErrorCode } from '../errors.ts';
import { paymentMethods, transactionBounds } from '../payment-methods.ts';
import { amountInput, failWith, isGiven, requiredText, unchangeableFields } from '../primitives.ts';

const limitAmount = amountInput('amount_invalid')
  .nullish()
  .describe('In minor units. `null` applies the limit of the platform.');

const limit = z
  .strictObject({ currency: Currency, minTransactionAmount: limitAmount, maxTransactionAmount: limitAmount })
  .superRefine(({ currency, minTransactionAmount: least, maxTransactionAmount: most }, context) => {
    const fail = (name: string, code: ErrorCode, message: string) =>
      context.issues.push({ ...failWith(code, message), code: 'custom', input: undefined, path: [name] });
    const { min, max } = transactionBounds(currency);
    for (const [name, value] of Object.entries({ minTransactionAmount: least, maxTransactionAmount: most }))
      if (isGiven(value) && (value < min || value > max))
        fail(name, 'amount_invalid', `must be from ${min} to ${max} minor units of ${currency}`);
    if (isGiven(least) && isGiven(most) && least > most)
      fail('maxTransactionAmount', 'parameter_invalid', 'must not be below minTransactionAmount');
  })
  .transform(({ currency, minTransactionAmount = null, maxTransactionAmount = null }) => ({
    currency,
    minTransactionAmount,
    maxTransactionAmount,
  }));

const configuredMethod = z
  .strictObject({
    type: PaymentMethodType,
    enabled: z.boolean().default(true),
    limits: z
      .array(limit)
      .refine(
        (limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length,
        'must name each currency once',
      )
      .default([])
      .describe('At most one for each currency.'),
  })
  .superRefine(({ type, limits }, context) => {
    const index = limits.findIndex(({ currency }) => !paymentMethods[type].currencies.includes(currency));
    if (index < 0) return;
    context.issues.push({
      ...failWith('currency_invalid', `is not a currency of ${type}`),
      code: 'custom',
      input: undefined,
      path: ['limits', index, 'currency'],
    });
  });

const fields = {
  name: requiredText(250),
  paymentMethodTypes: z
    .array(configuredMethod)
    .refine((methods) => new Set(methods.map(({ type }) => type)).size === methods.length, 'must name each type once')
    .refine(
      (methods) => methods.some(({ enabled }) => enabled),
      failWith('must_have_enabled_method', 'must have at least one enabled type'),
    )
    .describe('In the order in which a checkout offers them. Methods that are not listed are not offered.'),
};

/** The body of POST /payment-method-configurations. */
export const CreatePaymentMethodConfiguration = z
  .strictObject(fields)
  .meta({ id: 'CreatePaymentMethodConfiguration', description: 'A payment method configuration to create.' });
export type CreatePaymentMethodConfiguration = z.infer<typeof CreatePaymentMethodConfiguration>;

/** Fields of a configuration that no change sets. */
export const fixedConfigurationFields = ['isDefault'] as const;

/** The body of PATCH /payment-method-configurations/{id}. */
export const UpdatePaymentMethodConfiguration = z
  .strictObject({ ...fields, ...unchangeableFields(fixedConfigurationFields) })
  .partial()
  .meta({
    id: 'UpdatePaymentMethodConfiguration',
    description: 'Changes to a payment method configuration. `paymentMethodTypes` replaces the whole list.',
  });
export type UpdatePaymentMethodConfiguration = z.infer<typeof UpdatePaymentMethodConfiguration>;
