import { z } from 'zod';

const Money = z.object({ amount: z.union([z.number(), z.string()]), currency: z.string() });
export type Money = z.infer<typeof Money>;

/** An order, as far as it is read. Amounts are in major units. */
export const Order = z.object({
  order_id: z.string().min(1),
  order_reference_id: z.string().nullish(),
  status: z.string().transform((status) => status.toLowerCase()),
  total_amount: Money,
  captured_amount: Money.nullish(),
  refunded_amount: Money.nullish(),
  canceled_amount: Money.nullish(),
  transactions: z
    .object({
      refunds: z
        .array(
          z.object({ refund_id: z.string(), merchant_refund_id: z.string().nullish(), total_amount: Money.nullish() }),
        )
        .nullish(),
    })
    .nullish(),
  created_at: z.string().nullish(),
});
export type Order = z.infer<typeof Order>;

export const Checkout = z.object({ order_id: z.string().min(1), checkout_url: z.url({ protocol: /^https?$/ }) });
export const PreCheck = z.object({ has_available_payment_options: z.boolean() });
export const Refunded = z.object({ refund_id: z.string().min(1) });
