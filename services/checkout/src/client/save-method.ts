import type { ConfirmHostedCheckout } from '@mizan/contracts';
import type { LoadContext } from '@mizan/service-kit';
import type { Session } from '../sessions/session.ts';
import { buyerOf } from './buyer-details.ts';

/**
 * Has payments save the method of a session of mode setup. Its key belongs to this attempt, and payments keeps one row
 * for a customer and card, so that neither a resumed attempt nor the next one saves it twice.
 *
 * @returns id of the saved method
 * @throws Problem `payment_method_corrupted`: the card is declined
 * @throws Problem as payments answered
 */
export async function saveMethod(
  session: Session,
  { paymentMethod }: ConfirmHostedCheckout,
  { calls }: Pick<LoadContext, 'calls'>,
): Promise<string> {
  const { id, attempt, customer, customerDetails } = session;
  if (!customer || !paymentMethod) throw new Error('bug: a setup without customer or method was let through');
  const { email, phone } = buyerOf(customerDetails, paymentMethod);
  const request = { checkoutSessionId: id, customerId: customer.id, paymentMethod, email, phone };
  const { paymentMethodId } = await calls.savePaymentMethod(request, { idempotencyKey: `${id}:${attempt}:save` });
  return paymentMethodId;
}
