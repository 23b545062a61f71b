import { z } from 'zod';
import { charactersOf, countryInput, emailInput, phoneInput, text } from '../primitives.ts';

const part = text(500).nullish();

/** An address that a client sends; further keys are kept when they hold text. */
export const addressInput = z
  .object({
    line1: part,
    line2: part,
    city: part,
    state: part,
    postalCode: text(40).nullish(),
    country: countryInput.nullish(),
  })
  .catchall(part)
  .refine((address) => Object.keys(address).length <= 20, 'must have at most 20 keys')
  .refine(
    (address) => Object.keys(address).every((key) => charactersOf(key) <= 40),
    'must have keys of at most 40 characters',
  );
export type AddressInput = z.infer<typeof addressInput>;

/** Where goods go, as a client sends it. */
export const shippingInput = z.strictObject({
  name: text(250).nullish(),
  phone: phoneInput.nullish(),
  address: addressInput.nullish(),
});
export type ShippingInput = z.infer<typeof shippingInput>;

/** Who pays, as a client sends it. */
export const billingDetailsInput = z.strictObject({
  name: text(250).nullish(),
  email: emailInput.nullish(),
  phone: phoneInput.nullish(),
  address: addressInput.nullish(),
});
export type BillingDetailsInput = z.infer<typeof billingDetailsInput>;

/** Details given about the buyer of a checkout. */
export const customerDetailsInput = z.strictObject({
  name: text(250).nullish(),
  email: emailInput.nullish(),
  phone: phoneInput.nullish(),
  billingDetails: billingDetailsInput.nullish(),
  shipping: shippingInput.nullish(),
});
export type CustomerDetailsInput = z.infer<typeof customerDetailsInput>;
