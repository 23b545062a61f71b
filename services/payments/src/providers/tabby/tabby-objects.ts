import { z } from 'zod';

const Movement = z.object({ id: z.string(), amount: z.string(), reference_id: z.string().nullish() });
export type Movement = z.infer<typeof Movement>;

/** A payment, as far as it is read. Amounts are texts in major units; statuses are in capitals here, and not in notifications. */
export const Payment = z.object({
  id: z.string().min(1),
  status: z.string().transform((status) => status.toUpperCase()),
  amount: z.string(),
  currency: z.string(),
  created_at: z.string().nullish(),
  order: z.object({ reference_id: z.string().nullish() }).nullish(),
  captures: z.array(Movement).nullish(),
  refunds: z.array(Movement).nullish(),
});
export type Payment = z.infer<typeof Payment>;

/** A session: `created`, or `rejected` by pre-scoring. */
export const Session = z.object({
  id: z.string().min(1),
  status: z.string().transform((status) => status.toLowerCase()),
  payment: Payment,
  configuration: z.object({
    available_products: z.object({ installments: z.array(z.object({ web_url: z.string() })).nullish() }).nullish(),
    products: z.object({ installments: z.object({ rejection_reason: z.string().nullish() }).nullish() }).nullish(),
  }),
});
export type Session = z.infer<typeof Session>;

export const Webhooks = z.array(z.object({ id: z.string(), url: z.string() }));
