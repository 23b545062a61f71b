import type { Shipping } from './resources/address.ts';

/** What a buyer gives; without an address, it completes the shipping details that are saved for the customer. */
export const completeShipping = (given: Shipping, saved: Shipping | null): Shipping =>
  saved && !given.address?.line1
    ? { name: given.name ?? saved.name, phone: given.phone ?? saved.phone, address: saved.address ?? given.address }
    : given;
