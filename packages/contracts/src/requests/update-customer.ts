import { z } from 'zod';
import { Currency } from '../enums.ts';
import { emailInput, Metadata, phoneInput, text } from '../primitives.ts';
import { addressInput } from './address-input.ts';

/** The body of PATCH /customers/{id}. */
export const UpdateCustomer = z
  .strictObject({
    name: text(250).nullable(),
    email: emailInput
      .nullable()
      .describe('Unique per account and mode. A customer must keep at least one of email and phone.'),
    phone: phoneInput.nullable(),
    address: addressInput.nullable().describe('Replaces the whole address.'),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    currency: Currency.describe('Can be changed only before the first payment, which fixes the currency.'),
  })
  .partial()
  .meta({ id: 'UpdateCustomer', description: 'Changes to a customer.' });
export type UpdateCustomer = z.infer<typeof UpdateCustomer>;
