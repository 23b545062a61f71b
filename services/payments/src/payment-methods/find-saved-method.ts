import { Problem, resourceMissing, type Reader } from '@mizan/service-kit';
import { pastExpiry } from '../providers/simulator/tokenize-card.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';

/**
 * A saved method that is about to pay, as it is today: a card may have run out since it was saved.
 *
 * @param customerId whose methods may be used: one that the merchant's server chose; null: nobody's
 * @throws Problem `resource_missing`: this account and mode has no such method, or its customer was deleted
 * @throws Problem `payment_method_customer_mismatch`: it is another customer's
 */
export async function findSavedMethod(
  { one, scope, now }: Pick<Reader, 'one' | 'scope' | 'now'>,
  id: string,
  customerId: string | null,
): Promise<ProviderMethod> {
  const row = await one<PaymentMethodRow>`
    select * from payment_methods
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${id}`;
  if (!row) throw resourceMissing('paymentMethod.id');
  if (row.customer_id !== customerId)
    throw new Problem(
      'payment_method_customer_mismatch',
      'This payment method is not one of the customer that this payment was created for.',
      { param: 'paymentMethod.id' },
    );
  const method = { ...row.method, savedAt: row.created_at.toISOString() };
  return method.card && pastExpiry(method.card, now) ? { ...method, token: 'past_expiry' } : method;
}
