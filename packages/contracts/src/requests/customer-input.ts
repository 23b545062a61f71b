import { z } from 'zod';
import { Currency } from '../enums.ts';
import { emailInput, isGiven, metadataInput, phoneInput, text, Metadata } from '../primitives.ts';
import { addressInput, shippingInput } from './address-input.ts';

/** The body of POST /customers. */
export const CreateCustomer = z
  .strictObject({
    name: text(250).nullish(),
    email: emailInput.nullish().describe('Either this or `phone` is required. Unique per account and mode.'),
    phone: phoneInput.nullish().describe('Either this or `email` is required.'),
    address: addressInput.nullish(),
    shipping: shippingInput.nullish(),
    metadata: metadataInput.nullish(),
    currency: Currency.nullish().describe('Defaults to the default currency of the account.'),
  })
  .refine((customer) => isGiven(customer.email) || isGiven(customer.phone), {
    message: 'is required if phone is not given',
    path: ['email'],
  })
  .meta({ id: 'CreateCustomer', description: 'A customer to create.' });
export type CreateCustomer = z.infer<typeof CreateCustomer>;

/** The body of PATCH /customers/{id}. */
export const UpdateCustomer = z
  .strictObject({
    name: text(250).nullable(),
    email: emailInput
      .nullable()
      .describe('Unique per account and mode. A customer must keep at least one of email and phone.'),
    phone: phoneInput.nullable(),
    address: addressInput.nullable().describe('Replaces the whole address.'),
    shipping: shippingInput.nullable().describe('Replaces the whole shipping details.'),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    currency: Currency.describe('Can be changed only before the first payment, which fixes the currency.'),
  })
  .partial()
  .meta({ id: 'UpdateCustomer', description: 'Changes to a customer.' });
export type UpdateCustomer = z.infer<typeof UpdateCustomer>;
