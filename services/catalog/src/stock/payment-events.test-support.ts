import type { CheckoutSession, PaymentIntent } from '@mizan/contracts';
import { sampleCharge, samplePaymentIntent } from '@mizan/testing';

/** A payment intent of a session, with the fields that the stock depends on. */
export const paymentIntent = (checkoutSessionId: string | null, holdId: string | null = null): PaymentIntent =>
  samplePaymentIntent({ checkoutSessionId, latestCharge: holdId === null ? null : failedCharge(holdId) });

const failedCharge = (activeHoldId: string) =>
  sampleCharge({ amountCaptured: 0, status: 'FAILED', paid: false, captured: false, activeHoldId });

/** A session with the fields that the stock depends on. */
export function checkoutSession(id: string, changes: Partial<CheckoutSession> = {}): CheckoutSession {
  const now = new Date().toISOString();
  return {
    id,
    object: 'checkout.session',
    createdAt: now,
    updatedAt: now,
    mode: 'payment',
    uiMode: 'hosted',
    submitType: 'PAY',
    customerCreation: 'if_required',
    status: 'complete',
    paymentStatus: 'no_payment_required',
    currency: 'EGP',
    amountSubtotal: 0,
    amountTotal: 0,
    totalDetails: { amountDiscount: 0, amountTax: 0 },
    afterCompletion: { type: 'hosted_confirmation' },
    url: 'http://localhost/c/1',
    clientSecret: 'secret',
    expiresAt: now,
    isExpired: false,
    paymentIntent: null,
    lineItems: [],
    customFields: [],
    discounts: [],
    allowPromotionCodes: false,
    nameCollection: false,
    billingAddressCollection: false,
    shippingAddressCollection: false,
    phoneNumberCollection: false,
    feeConfig: { feesPassThrough: false, vatCollectionEnabled: false, source: 'account' },
    brandingSettings: {},
    locale: 'auto',
    paymentMethodTypes: [],
    customerUpdate: {},
    metadata: {},
    merchantId: 'acct_test',
    merchantName: 'Shop',
    recoveredFrom: null,
    livemode: false,
    ...changes,
  };
}
