import type { PaymentIntent } from '@mizan/contracts';

/** Where the goods of a payment go, and whom to call: undefined where the payment does not say. */
export function deliveryFields({ shipping, customer, latestCharge }: PaymentIntent) {
  const { line1, line2, city, state, postalCode, country } = shipping?.address ?? {};
  const parts = [line1, line2, city, state, postalCode, country].filter(Boolean);
  const name = shipping?.name ?? customer?.name;
  const phone = shipping?.phone ?? latestCharge?.billingDetails?.phone ?? customer?.phone;
  return {
    shipTo: parts.length === 0 ? undefined : [...(name ? [name] : []), ...parts].join(', '),
    phone: phone ?? undefined,
  };
}
