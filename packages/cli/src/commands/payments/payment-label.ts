import { paymentMethods, type Charge } from '@mizan/contracts';

/** What was paid with: `Visa •••• 4242`, or the name of the method. */
export function paymentLabelOf({ paymentMethodDetails }: Pick<Charge, 'paymentMethodDetails'>): string {
  if (!paymentMethodDetails) return 'the payment method';
  const { type, card } = paymentMethodDetails;
  if (!card) return paymentMethods[type].displayName;
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`;
}
