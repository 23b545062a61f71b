import { createHash } from 'node:crypto';
import type { calls as callTable, PaymentIntent, RequestOf } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { samplePaymentIntent } from '@mizan/testing';

type ConfirmRequest = RequestOf<(typeof callTable)['confirmPayment']>;

/** What card numbers do here; any other succeeds. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  threeDSecure: '4000000000003220',
  lostAnswer: '4000000000007023',
  foreign: '4000000000007056',
};

/** The last of so many declines ends an intent. */
const triesOfOneIntent = 10;

/** A good card of the buyer of one session; other buyers have others. */
export function cardOf(sessionId: string): string {
  const own = createHash('sha256').update(sessionId).digest().readUIntBE(0, 6) % 1e11;
  const digits = `4242${String(own).padStart(11, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** What payments says of a card without saying its number. */
export const fingerprintOf = (number: string): string => createHash('sha256').update(number).digest('hex').slice(0, 32);

/** The intent that the first confirm of a session makes. */
export function newIntent(request: ConfirmRequest): PaymentIntent {
  const id = newId('pi');
  return samplePaymentIntent({
    id,
    checkoutSessionId: request.checkoutSessionId,
    amount: request.amount,
    amountReceived: 0,
    currency: request.currency,
    status: 'REQUIRES_PAYMENT_METHOD',
    clientSecret: `${id}_secret_1${'x'.repeat(31)}`,
    captureMethod: request.captureMethod,
    confirmationMethod: request.confirmationMethod,
    description: request.description,
    receiptEmail: request.receiptEmail,
    amountDetails: request.amountDetails,
    presentmentDetails: request.presentmentDetails ?? null,
    customer: request.customer,
    metadata: request.metadata,
  });
}

/** What becomes of it when this card pays. */
export function outcomeOf(request: ConfirmRequest): Partial<PaymentIntent> {
  const { number = cards.good } = request.paymentMethod.card ?? {};
  const paymentMethod: PaymentIntent['paymentMethod'] = {
    id: newId('pm'),
    object: 'payment_method',
    type: request.paymentMethod.type ?? 'card',
    card: {
      brand: 'visa',
      funding: 'credit',
      last4: number.slice(-4),
      expMonth: 12,
      expYear: 2034,
      country: 'EG',
      issuer: null,
      fingerprint: fingerprintOf(number),
    },
    valu: null,
    billingDetails: null,
    createdAt: new Date().toISOString(),
  };
  const done = { paymentMethod, lastPaymentError: null, nextAction: null };
  const status = request.attempt < triesOfOneIntent ? 'REQUIRES_PAYMENT_METHOD' : 'FAILED';
  if (number === cards.declined) return { paymentMethod: null, status, lastPaymentError: decline('card_declined') };
  if (number === cards.noFunds) return { paymentMethod: null, status, lastPaymentError: decline('insufficient_funds') };
  if (number === cards.lostAnswer) return { ...done, status: 'PROCESSING' };
  if (number === cards.threeDSecure)
    return {
      ...done,
      status: 'REQUIRES_ACTION',
      nextAction: {
        type: 'redirect_to_url',
        redirectToUrl: {
          url: new URL(`/simulator/${request.checkoutSessionId}`, request.returnUrl ?? '').href,
          returnUrl: request.returnUrl,
        },
      },
    };
  if (request.captureMethod === 'manual') return { ...done, status: 'UNCAPTURED', amountCapturable: request.amount };
  return { ...done, status: 'SUCCEEDED', amountReceived: request.amount };
}

const decline = (code: 'card_declined' | 'insufficient_funds'): PaymentIntent['lastPaymentError'] => ({
  code,
  declineCode: code === 'insufficient_funds' ? code : 'generic_decline',
  networkDeclineCode: '05',
  docUrl: null,
  message: 'Your card was declined.',
  merchantMessage: 'The issuer declined without saying why.',
  adviceCode: null,
  param: null,
  chargeId: null,
  paymentMethod: null,
  paymentMethodType: 'card',
  type: 'card_error',
  processorCode: null,
  processorMessage: null,
});
