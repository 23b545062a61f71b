import { cardOfMethod, renderBilling, renderCard } from '../payment-methods/render-method.ts';
import type { Charge } from '../state.ts';
import type { StripeApp } from '../stripe-app.ts';

/** A Charge as Stripe shows it. */
export function renderCharge(app: StripeApp, charge: Charge): Readonly<Record<string, unknown>> {
  const method = app.state.methods.find(({ id }) => id === charge.methodId);
  if (!method) throw new Error(`bug: ${charge.id} has no method`);
  const { behaviour } = cardOfMethod(method);
  const decline = typeof behaviour === 'object' ? behaviour : undefined;
  const isPaid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    balance_transaction: charge.balanceTransactionId,
    billing_details: renderBilling(method),
    captured: charge.isCaptured,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: null,
    disputed: charge.isDisputed ?? false,
    failure_balance_transaction: null,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    fraud_details: {},
    livemode: charge.livemode,
    metadata: charge.metadata,
    outcome: {
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      network_decline_code: decline?.networkCode ?? null,
      network_advice_code: null,
      advice_code: decline?.advice ?? null,
      reason: isPaid ? null : (decline?.declineCode ?? charge.failureCode),
      risk_level: 'normal',
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: charge.intentId,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        ...renderCard(method),
        amount_authorized: charge.amount,
        network: cardOfMethod(method).brand,
        network_transaction_id: isPaid ? '482910385719204' : null,
        three_d_secure: charge.isAuthenticated
          ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
          : null,
        ...(charge.captureBefore === null ? {} : { capture_before: charge.captureBefore }),
      },
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountCaptured > 0 && charge.amountRefunded === charge.amountCaptured,
    status: charge.status,
  };
}
