import { z } from 'zod';

const id = z.int().positive();
const text = z.string().nullish();
const flag = z.boolean().nullish();
const minor = z.int().nullish();

/** A transaction of Paymob, as far as it is read: a payment, or a refund, void or capture of one. Amounts are minor units. */
export const Transaction = z.object({
  id,
  pending: z.boolean(),
  success: z.boolean(),
  amount_cents: z.int(),
  currency: z.string(),
  created_at: z.string(),
  integration_id: id.nullish(),
  is_auth: flag,
  is_capture: flag,
  is_void: flag,
  is_refund: flag,
  is_voided: flag,
  is_refunded: flag,
  error_occured: flag,
  captured_amount: minor,
  refunded_amount_cents: minor,
  parent_transaction: id.nullish(),
  order: z.object({ id, merchant_order_id: text }),
  source_data: z.object({ type: text, pan: text, sub_type: text }).nullish(),
  data: z
    .object({
      message: text,
      txn_response_code: z.union([z.string(), z.number()]).nullish(),
      acq_response_code: text,
      receipt_no: text,
      bill_reference: z.union([z.string(), z.number()]).nullish(),
      migs_order: z.object({ chargeback: z.object({ amount: z.number().nullish() }).nullish() }).nullish(),
    })
    .nullish(),
});
export type Transaction = z.infer<typeof Transaction>;

/** A transaction that a direct payment has started, and where its buyer continues. */
export const StartedTransaction = Transaction.extend({ redirect_url: text, iframe_redirection_url: text });
export type StartedTransaction = z.infer<typeof StartedTransaction>;

/** An order with the transactions of all its attempts. */
export const Order = z.object({ id, transactions: z.array(Transaction) });

/** An intention, just created. */
export const Intention = z.object({
  id: z.string().min(1),
  client_secret: z.string().min(1),
  intention_order_id: id,
  payment_keys: z.array(z.object({ integration: id, key: z.string().min(1) })),
});
export type Intention = z.infer<typeof Intention>;

/** A payment integration of an account. */
export const Integration = z.object({
  id,
  gateway_type: z.string(),
  integration_type: text,
  integration_name: text,
  currency: z.string(),
  is_live: z.boolean(),
  is_auth: flag,
});
export type Integration = z.infer<typeof Integration>;
