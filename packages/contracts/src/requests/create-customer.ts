import { z } from 'zod';
import { Currency } from '../enums.ts';
import { emailInput, isGiven, metadataInput, phoneInput, text } from '../primitives.ts';
import { addressInput } from './address-input.ts';

/** The body of POST /customers. */
export const CreateCustomer = z
  .strictObject({
    name: text(250).nullish(),
    email: emailInput.nullish().describe('This or `phone` is required. Unique per account and mode.'),
    phone: phoneInput.nullish().describe('This or `email` is required.'),
    address: addressInput.nullish(),
    metadata: metadataInput.nullish(),
    currency: Currency.nullish().describe("The account's default when absent."),
  })
  .refine((customer) => isGiven(customer.email) || isGiven(customer.phone), {
    message: 'is required when there is no phone: a customer needs at least one of them',
    path: ['email'],
  })
  .meta({ id: 'CreateCustomer', description: 'A customer to create.' });
export type CreateCustomer = z.infer<typeof CreateCustomer>;
