import { z } from 'zod';
import { Currency } from '../enums.ts';
import { emailInput, Metadata, phoneInput, text } from '../primitives.ts';
import { addressInput } from './address-input.ts';

/** The body of PATCH /customers/{id}. */
export const UpdateCustomer = z
  .strictObject({
    name: text(250).nullable(),
    email: emailInput.nullable().describe('Unique per account and mode. One of e-mail and phone must be left.'),
    phone: phoneInput.nullable(),
    address: addressInput.nullable().describe('Replaces the whole address.'),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    currency: Currency.describe('Only before the first payment, whose currency it then is.'),
  })
  .partial()
  .meta({ id: 'UpdateCustomer', description: 'What to change about a customer.' });
export type UpdateCustomer = z.infer<typeof UpdateCustomer>;
