import { defineEntity } from '@mikro-orm/core';
import type { SessionSnapshot } from './session.ts';

const p = defineEntity.properties;
const id = () => p.string().columnType('text').collation('C');
const amount = () => p.bigint('number').check((c) => `${c} between 0 and 999999999999`);
const choice = (...values: string[]) =>
  p
    .string()
    .columnType('text')
    .check((c) => `${c} in (${values.map((value) => `'${value}'`).join(', ')})`);

/**
 * One checkout. What is searched, summed or guarded has a column of its own; what the buyer was offered is kept as it
 * was then (a session shows the price it was created with, whatever becomes of the price), so reading a session is one
 * row however many lines it has.
 */
export const CheckoutSessionEntity = defineEntity({
  name: 'CheckoutSession',
  tableName: 'checkout_sessions',
  properties: {
    id: id().primary(),
    merchantId: id(),
    livemode: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime().columnType('timestamptz'),
    updatedAt: p.datetime().columnType('timestamptz'),
    expiresAt: p.datetime().columnType('timestamptz'),
    status: choice('open', 'complete', 'expired'),
    paymentStatus: choice('paid', 'unpaid', 'no_payment_required'),
    currency: p.string().columnType('text'),
    amountSubtotal: amount(),
    amountTotal: amount(),
    customerId: id().nullable(),
    paymentLinkId: id().nullable(),
    paymentIntentId: id().nullable(),
    totalDetails: p.json<SessionSnapshot['totalDetails']>(),
    lineItems: p.json<SessionSnapshot['lineItems']>(),
    settings: p.json<SessionSnapshot['settings']>(),
    customer: p.json<SessionSnapshot['customer']>().nullable(),
    customerDetails: p.json<SessionSnapshot['customerDetails']>().nullable(),
    customFields: p.json<SessionSnapshot['customFields']>(),
    paymentIntent: p.json<SessionSnapshot['paymentIntent']>().nullable(),
    /** Version of the intent that `paymentIntent` is a copy of; 0 before the first. */
    intentVersion: p.integer().default(0),
    /** Number of the latest confirm; grows by one with each. */
    attempt: p.integer().default(0),
    /** Set while that confirm runs: until then nobody else may confirm, change or expire the session. */
    attemptUntil: p.datetime().columnType('timestamptz').nullable(),
    /** The stock that the latest confirm holds. */
    holdId: id().nullable(),
  },
  checks: [
    { name: 'checkout_sessions_free_check', expression: `payment_status <> 'no_payment_required' or amount_total = 0` },
    { name: 'checkout_sessions_attempt_check', expression: `status = 'open' or attempt_until is null` },
  ],
  indexes: [
    {
      name: 'checkout_sessions_newest',
      expression: (columns, table, name) =>
        `create index "${name}" on ${table} (merchant_id, livemode, created_at desc, id desc)`,
    },
    {
      name: 'checkout_sessions_customer',
      expression: (columns, table, name) =>
        `create index "${name}" on ${table} (merchant_id, livemode, customer_id, created_at desc) where customer_id is not null`,
    },
    {
      name: 'checkout_sessions_payment_link',
      expression: (columns, table, name) =>
        `create index "${name}" on ${table} (merchant_id, livemode, payment_link_id, created_at desc) where payment_link_id is not null`,
    },
    {
      name: 'checkout_sessions_due',
      expression: (columns, table, name) => `create index "${name}" on ${table} (expires_at) where status = 'open'`,
    },
    {
      name: 'checkout_sessions_attempts',
      expression: (columns, table, name) =>
        `create index "${name}" on ${table} (attempt_until) where attempt_until is not null`,
    },
  ],
});
