import type { StripeApp } from '../stripe-app.ts';

/** One movement of money, for reconciliation. Amounts are in the currency's smallest unit. */
export interface StripeRecord {
  readonly kind: 'charge' | 'refund';
  readonly id: string;
  readonly paymentIntentId: string;
  /** Of a refund: the charge that it returns. */
  readonly chargeId: string | null;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly status: string;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: string;
}

/** Every charge, declined ones included, and every refund, oldest first. */
export function listRecords({ state }: StripeApp): StripeRecord[] {
  const time = (created: number): string => new Date(created * 1000).toISOString();
  const charges = state.charges.map(({ id, intentId, amount, amountCaptured, amountRefunded, ...each }) => ({
    kind: 'charge' as const,
    id,
    paymentIntentId: intentId,
    chargeId: null,
    amount,
    amountCaptured,
    amountRefunded,
    currency: each.currency,
    status: each.status,
    livemode: each.livemode,
    metadata: each.metadata,
    createdAt: time(each.created),
  }));
  const refunds = state.refunds.map(({ id, intentId, chargeId, amount, ...each }) => ({
    kind: 'refund' as const,
    id,
    paymentIntentId: intentId,
    chargeId,
    amount,
    amountCaptured: 0,
    amountRefunded: 0,
    currency: each.currency,
    status: each.status,
    livemode: each.livemode,
    metadata: each.metadata,
    createdAt: time(each.created),
  }));
  return [...charges, ...refunds].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
