import { z } from 'zod';
import { Currency } from '../enums.ts';
import { emailInput, isGiven, metadataInput, phoneInput, text } from '../primitives.ts';
import { addressInput } from './address-input.ts';

/** The body of POST /customers. */
export const CreateCustomer = z
  .strictObject({
    name: text(250).nullish(),
    email: emailInput.nullish().describe('Either this or `phone` is required. Unique per account and mode.'),
    phone: phoneInput.nullish().describe('Either this or `email` is required.'),
    address: addressInput.nullish(),
    metadata: metadataInput.nullish(),
    currency: Currency.nullish().describe('Defaults to the default currency of the account.'),
  })
  .refine((customer) => isGiven(customer.email) || isGiven(customer.phone), {
    message: 'is required if phone is not given',
    path: ['email'],
  })
  .meta({ id: 'CreateCustomer', description: 'A customer to create.' });
export type CreateCustomer = z.infer<typeof CreateCustomer>;
