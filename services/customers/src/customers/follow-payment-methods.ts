import type { SavedPaymentMethod } from '@mizan/contracts';
import { consumer, type Tx } from '@mizan/service-kit';
import { changeCustomer } from './change-customer.ts';
import { lockUnlessErased } from './find-customer.ts';
import { laterMethod, listedMethod } from './latest-payment-method.ts';

/**
 * Keeps which payment method of a customer was made last, also when nothing was paid with it yet; payments tell of theirs
 * themselves. A saved method ends only with its customer, whose row is gone by then: `payment_method.detached` has nothing
 * left to change.
 */
export const savedMethodConsumer = consumer({
  name: 'payment-methods',
  purpose: 'follows the payment methods that customers have saved',
  on: {
    'payment_method.attached': (tx, { object, objectVersion }) => followMethod(tx, object, objectVersion),
    'payment_method.updated': (tx, { object, objectVersion }) => followMethod(tx, object, objectVersion),
  },
});

async function followMethod(tx: Tx, method: SavedPaymentMethod, version: number): Promise<void> {
  const customer = await lockUnlessErased(tx, method.customerId);
  if (!customer) return;
  const latestPaymentMethod = laterMethod(customer.latestPaymentMethod, listedMethod(method, version));
  await changeCustomer(tx, customer, { latestPaymentMethod });
}
