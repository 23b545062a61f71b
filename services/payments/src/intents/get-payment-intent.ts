import type { PaymentIntent } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { answerOf, noPayment, type SessionPayment } from './answer-payment.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { findIntent, loadPayment } from './payment.ts';

/** @throws Problem `resource_missing`: no such intent for this merchant and mode */
export async function getPaymentIntent(reader: Reader, wiring: Wiring, id: string): Promise<PaymentIntent> {
  const row = await findIntent(reader, id);
  if (!row) throw resourceMissing();
  const { intent, charges } = await loadPayment(reader, row);
  return toPaymentIntentResource(intent, charges, wiring.clientSecretOf);
}

/** The payment intent of a checkout session. */
export async function getSessionPayment(
  reader: Reader,
  wiring: Wiring,
  checkoutSessionId: string,
): Promise<SessionPayment> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<PaymentIntentRow>`
    select * from payment_intents
    where merchant_id = ${merchantId} and livemode = ${livemode} and checkout_session_id = ${checkoutSessionId}`;
  return row ? answerOf(await loadPayment(reader, row), wiring) : noPayment;
}
