import { z } from 'zod';

const part = (description: string) => z.string().nullish().describe(description);

/** A postal address; further keys are kept as they came. */
export const Address = z
  .looseObject({
    line1: part('Street and number.'),
    line2: part('Flat, floor, building.'),
    city: part('City.'),
    state: part('State or governorate.'),
    postalCode: part('Postal code.'),
    country: part('ISO 3166-1 alpha-2.'),
  })
  .meta({ id: 'Address', description: 'A postal address; further keys are kept as they came.' });
export type Address = z.infer<typeof Address>;

/** Where goods go and to whom. */
export const Shipping = z
  .object({
    name: z.string().nullish().describe('Receiver.'),
    phone: z.string().nullish().describe('Phone of the receiver.'),
    address: Address.nullish(),
  })
  .meta({ id: 'Shipping', description: 'Where goods go and to whom.' });
export type Shipping = z.infer<typeof Shipping>;

/** Who pays, as given with the payment method. */
export const BillingDetails = z
  .object({
    name: z.string().nullish(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    address: Address.nullish(),
  })
  .meta({ id: 'BillingDetails', description: 'Who pays, as given with the payment method.' });
export type BillingDetails = z.infer<typeof BillingDetails>;
