import { z } from 'zod';
import { namedObject } from '../primitives.ts';

const part = (description: string) => z.string().nullish().describe(description);

/** A postal address. Additional keys are stored unchanged. */
export const Address = z
  .looseObject({
    line1: part('Street and number.'),
    line2: part('Apartment, floor, building.'),
    city: part('City.'),
    state: part('State or governorate.'),
    postalCode: part('Postal code.'),
    country: part('Two-letter country code, ISO 3166-1 alpha-2.'),
  })
  .meta({ id: 'Address', description: 'A postal address. Additional keys are stored unchanged.' });
export type Address = z.infer<typeof Address>;

export const Shipping = namedObject('Shipping', 'Shipping address and recipient.', {
  name: z.string().nullish().describe('Name of the recipient.'),
  phone: z.string().nullish().describe('Phone number of the recipient, as entered.'),
  address: Address.nullish(),
});
export type Shipping = z.infer<typeof Shipping>;

export const BillingDetails = namedObject('BillingDetails', 'Billing details given with the payment method.', {
  name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  address: Address.nullish(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;
