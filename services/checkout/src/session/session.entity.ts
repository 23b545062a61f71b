import { defineEntity, p } from '@mikro-orm/core';
import type { Currency, PaymentStatus, SessionStatus } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';
import type { SessionSnapshot } from './session.ts';

const id = () => p.text().collation('C');
/** `json`, not `jsonb`: it is read and written as a whole, and fields come back in the order they were written. */
const snapshot = <T>() => p.json<T>().columnType('json');

/**
 * One checkout. What is searched, summed or constrained has a column of its own. What the buyer was offered is stored as it
 * was then (a session shows the price it was created with, however the price changes; only whether it is still on sale
 * comes from `catalog_objects`), so that reading a session is one row however many lines it has.
 */
export const CheckoutSessionEntity = defineEntity({
  name: 'CheckoutSession',
  tableName: 'checkout_sessions',
  properties: {
    id: id().primary(),
    merchantId: id(),
    livemode: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** When the job tries again to expire it; null when nothing has kept it from trying at `expiresAt`. */
    expiryRetryAt: p.datetime(3).strictNullable(),
    status: p.text().$type<SessionStatus>(),
    paymentStatus: p.text().$type<PaymentStatus>(),
    currency: p.text().$type<Currency>(),
    amountSubtotal: p.bigint('number'),
    amountTotal: p.bigint('number'),
    customerId: id().strictNullable(),
    paymentLinkId: id().strictNullable(),
    paymentIntentId: id().strictNullable(),
    totalDetails: snapshot<SessionSnapshot['totalDetails']>(),
    lineItems: snapshot<SessionSnapshot['lineItems']>(),
    settings: snapshot<SessionSnapshot['settings']>(),
    customer: snapshot<SessionSnapshot['customer']>().strictNullable(),
    customerDetails: snapshot<SessionSnapshot['customerDetails']>().strictNullable(),
    customFields: snapshot<SessionSnapshot['customFields']>(),
    paymentIntent: snapshot<SessionSnapshot['paymentIntent']>().strictNullable(),
    /** Version of the intent that `paymentIntent` is a copy of; 0 before the first. */
    intentVersion: p.integer().default(0),
    /** Number of the latest confirm; grows by one with each. */
    attempt: p.integer().default(0),
    /**
     * Set while that confirm runs: until then the session cannot be confirmed, changed or expired otherwise. Real time, not
     * that of the account's test clock.
     */
    attemptUntil: p.datetime(3).strictNullable(),
    /** The stock that the latest confirm holds. */
    holdId: id().strictNullable(),
    /** The original of which this session is a copy. */
    recoveredFrom: id().strictNullable(),
    /** The merchant has expired it, or is about to. */
    closedByMerchant: p.boolean().default(false),
    /** The checkout in which its order is paid, where it has expired for that, or is about to. */
    paidIn: id().strictNullable(),
    /** In the order in which they apply. */
    discounts: snapshot<SessionSnapshot['discounts']>().default('[]'),
    pricing: snapshot<SessionSnapshot['pricing']>().strictNullable(),
    /** What a session of mode setup saved. */
    paymentMethodId: id().strictNullable(),
    /** The deleted customer who was erased from it: copies of its payment that arrive later name the person no more. */
    erasedCustomerId: id().strictNullable(),
  },
  checks: checksOf('checkout_sessions', {
    status: `status in ('open', 'complete', 'expired')`,
    payment_status: `payment_status in ('paid', 'unpaid', 'no_payment_required')`,
    subtotal: 'amount_subtotal >= 0 and amount_subtotal <= 999999999999',
    total: 'amount_total >= 0 and amount_total <= 999999999999',
    free: `payment_status <> 'no_payment_required' or amount_total = 0`,
    attempt: `status = 'open' or attempt_until is null`,
  }),
  indexes: indexesOf('checkout_sessions', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    customer: '(merchant_id, livemode, customer_id, created_at desc) where customer_id is not null',
    payment_link: '(merchant_id, livemode, payment_link_id, created_at desc) where payment_link_id is not null',
    open_of_link: `(merchant_id, livemode, payment_link_id) where status = 'open' and payment_link_id is not null`,
    recovered: '(merchant_id, livemode, recovered_from, created_at desc) where recovered_from is not null',
    expiry: `(coalesce(expiry_retry_at, expires_at)) where status = 'open'`,
    attempts: '(attempt_until) where attempt_until is not null',
  }),
});
