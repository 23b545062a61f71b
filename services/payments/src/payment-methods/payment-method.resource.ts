import type { PaymentMethod, SavedPaymentMethod } from '@mizan/contracts';
import type { AttachedMethod } from '../payment/payment-intent.entity.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';

/** A payment method as the API shows it. */
export const toPaymentMethodResource = (
  { id, method: { type, card }, billingDetails, createdAt }: AttachedMethod,
  valu: PaymentMethod['valu'] = null,
): PaymentMethod => ({
  id,
  object: 'payment_method',
  type,
  card: card && {
    brand: card.brand,
    funding: card.funding,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    country: card.country,
    issuer: card.issuer,
    fingerprint: card.fingerprint,
  },
  valu,
  billingDetails,
  createdAt,
});

/** The installments of a valU payment: equal ones, of which the last has the remainder. */
export function valuPlanOf({ tenureMonths }: ProviderMethod, amount: number): PaymentMethod['valu'] {
  if (tenureMonths === undefined) return null;
  return { tenureMonths, downPayment: 0, purchaseFees: 0, monthlyInstallment: Math.ceil(amount / tenureMonths) };
}

/** A saved method as its events show it. */
export const toSavedPaymentMethodResource = (row: PaymentMethodRow): SavedPaymentMethod => ({
  ...toPaymentMethodResource({ ...row, billingDetails: null, createdAt: row.createdAt.toISOString() }),
  customerId: row.customerId,
});
