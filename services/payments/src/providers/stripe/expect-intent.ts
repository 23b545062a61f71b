import type { Stripe } from 'stripe';
import { AnotherPayment, expectObject } from './read-error.ts';
import { type AttemptRecord, metadataNames } from './stripe-store.ts';

/** A charge that has, or is getting, its PaymentIntent. */
export interface RequestedIntent {
  readonly chargeId: string;
  readonly attempt: AttemptRecord;
  /** Absent while Stripe has not given it one. */
  readonly intentId?: string;
}

/** A charge whose PaymentIntent has its ID. */
export type NamedIntent = RequestedIntent & { readonly intentId: string };

/**
 * Stripe's answer about the PaymentIntent of a charge, once it is known to be that one. Its amount is the requested one also after
 * a part was captured, which `amount_received` says; only the merchant itself could change it at Stripe: before its buyer has
 * authenticated, or by incremental authorization, which is never requested here. Our name in the metadata is compared
 * where there is one: merchants may remove it on Stripe's dashboard, and the ID stays.
 *
 * @throws Error that `isOfStripe` knows: it is another object, or not the payment that was requested
 */
export function expectIntent(
  answer: Stripe.PaymentIntent,
  { chargeId, attempt, intentId }: RequestedIntent,
): Stripe.PaymentIntent {
  const { id, amount, currency, metadata } = expectObject(answer, 'payment_intent');
  const isSame =
    id === (intentId ?? id) &&
    amount === attempt.amount &&
    currency === attempt.currency.toLowerCase() &&
    (metadata[metadataNames.charge] ?? chargeId) === chargeId;
  if (!isSame) throw new AnotherPayment(`PaymentIntent ${id} is not the payment that was requested`);
  return answer;
}
