import { defineEntity, p } from '@mikro-orm/core';
import type { Currency, PaymentStatus, SessionStatus } from '@mizan/contracts';
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
    /** In the order in which they apply. */
    discounts: snapshot<SessionSnapshot['discounts']>().default('[]'),
    pricing: snapshot<SessionSnapshot['pricing']>().strictNullable(),
    /** What a session of mode setup saved. */
    paymentMethodId: id().strictNullable(),
  },
  checks: [
    { name: 'checkout_sessions_status', expression: `status in ('open', 'complete', 'expired')` },
    {
      name: 'checkout_sessions_payment_status',
      expression: `payment_status in ('paid', 'unpaid', 'no_payment_required')`,
    },
    { name: 'checkout_sessions_subtotal', expression: `amount_subtotal >= 0 and amount_subtotal <= 999999999999` },
    { name: 'checkout_sessions_total', expression: `amount_total >= 0 and amount_total <= 999999999999` },
    { name: 'checkout_sessions_free', expression: `payment_status <> 'no_payment_required' or amount_total = 0` },
    { name: 'checkout_sessions_attempt', expression: `status = 'open' or attempt_until is null` },
  ],
  indexes: [
    {
      name: 'checkout_sessions_newest',
      expression: `create index checkout_sessions_newest on checkout_sessions (merchant_id, livemode, created_at desc, id desc)`,
    },
    {
      name: 'checkout_sessions_customer',
      expression: `create index checkout_sessions_customer on checkout_sessions (merchant_id, livemode, customer_id, created_at desc) where customer_id is not null`,
    },
    {
      name: 'checkout_sessions_payment_link',
      expression: `create index checkout_sessions_payment_link on checkout_sessions (merchant_id, livemode, payment_link_id, created_at desc) where payment_link_id is not null`,
    },
    {
      name: 'checkout_sessions_open_of_link',
      expression: `create index checkout_sessions_open_of_link on checkout_sessions (merchant_id, livemode, payment_link_id) where status = 'open' and payment_link_id is not null`,
    },
    {
      name: 'checkout_sessions_recovered',
      expression: `create index checkout_sessions_recovered on checkout_sessions (merchant_id, livemode, recovered_from, created_at desc) where recovered_from is not null`,
    },
    {
      name: 'checkout_sessions_due',
      expression: `create index checkout_sessions_due on checkout_sessions (expires_at) where status = 'open'`,
    },
    {
      name: 'checkout_sessions_attempts',
      expression: `create index checkout_sessions_attempts on checkout_sessions (attempt_until) where attempt_until is not null`,
    },
  ],
});
