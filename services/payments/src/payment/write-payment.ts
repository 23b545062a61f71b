import { type Fragment, fragment, json } from '@mizan/service-kit';
import { rowsOf } from '../tables/rows.ts';
import type { ChargeRow } from './charge.entity.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';

/** Statements for the `with` of a transaction that holds the payment's lock; several changes travel in one round trip. */

export const insertIntent = (row: PaymentIntentRow): Fragment =>
  fragment`insert into payment_intents select * from ${rowsOf(fragment`null::payment_intents`, [row])}`;

export const insertCharge = (row: ChargeRow): Fragment =>
  fragment`insert into charges select * from ${rowsOf(fragment`null::charges`, [row])}`;

/** Writes every column that changes after an intent was created. */
export const updateIntent = (row: PaymentIntentRow): Fragment => fragment`
  update payment_intents set
    version = ${row.version}, status = ${row.status}, customer_id = ${row.customer_id}, amount = ${row.amount},
    amount_capturable = ${row.amount_capturable}, amount_received = ${row.amount_received},
    amount_refunded = ${row.amount_refunded}, currency = ${row.currency}, capture_method = ${row.capture_method},
    confirmation_method = ${row.confirmation_method}, capture_before = ${row.capture_before},
    description = ${row.description}, receipt_email = ${row.receipt_email}, canceled_at = ${row.canceled_at},
    cancellation_reason = ${row.cancellation_reason}, shipping = ${json(row.shipping)},
    amount_details = ${json(row.amount_details)}, presentment_details = ${json(row.presentment_details)},
    payment_method = ${json(row.payment_method)}, customer = ${json(row.customer)},
    next_action = ${json(row.next_action)}, metadata = ${json(row.metadata)},
    payment_method_types = ${json(row.payment_method_types)}, attached_method = ${json(row.attached_method)},
    last_payment_error = ${json(row.last_payment_error)}, attempts = ${row.attempts}, updated_at = ${row.updated_at}
  where merchant_id = ${row.merchant_id} and livemode = ${row.livemode} and id = ${row.id}`;

/** Writes every column that changes after a charge was created. */
export const updateCharge = (row: ChargeRow): Fragment => fragment`
  update charges set
    version = ${row.version}, status = ${row.status}, amount_captured = ${row.amount_captured},
    amount_refunded = ${row.amount_refunded}, presentment_refunded = ${row.presentment_refunded},
    captured_at = ${row.captured_at}, disputed = ${row.disputed}, failure_code = ${row.failure_code},
    failure_message = ${row.failure_message}, outcome = ${json(row.outcome)},
    payment_method_details = ${json(row.payment_method_details)},
    balance_transaction_id = ${row.balance_transaction_id}, external_charge_id = ${row.external_charge_id},
    action_answer = ${json(row.action_answer)}, next_sync_at = ${row.next_sync_at}, sync_attempts = ${row.sync_attempts}, updated_at = ${row.updated_at}
  where merchant_id = ${row.merchant_id} and livemode = ${row.livemode} and id = ${row.id}`;
