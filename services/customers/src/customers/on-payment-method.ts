import type { BusEvent, Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import { lockUnlessErased } from '../customer/find-customer.ts';
import { laterMethod, listedMethod } from '../customer/latest-payment-method.ts';

/**
 * Keeps the most recently created payment method of a customer, also before anything was paid with it; payments report
 * their own. A saved method is only detached with its customer, so `payment_method.detached` needs no handler.
 */
export async function onPaymentMethod(
  tx: Tx,
  { object: method, objectVersion }: BusEvent<'payment_method.attached' | 'payment_method.updated'>,
): Promise<void> {
  const customer = await lockUnlessErased(tx, method.customerId);
  if (!customer) return;
  const latestPaymentMethod = laterMethod(customer.latestPaymentMethod, listedMethod(method, objectVersion));
  await changeCustomer(tx, customer, { latestPaymentMethod });
}
