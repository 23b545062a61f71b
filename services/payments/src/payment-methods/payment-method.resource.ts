import type { SavedPaymentMethod } from '@mizan/contracts';
import { shownMethod } from '../intents/confirmation.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';

/** A saved method as its events show it. */
export const toSavedMethodResource = ({
  id,
  method,
  created_at,
  customer_id,
}: PaymentMethodRow): SavedPaymentMethod => ({
  ...shownMethod({ id, method, billingDetails: null, createdAt: created_at.toISOString() }),
  customerId: customer_id,
});
