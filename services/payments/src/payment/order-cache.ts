import type { OrderSummary } from '@mizan/contracts';
import { log, Problem, type Scope } from '@mizan/service-kit';
import type { App } from './app.ts';

/** What a receipt knows of its order. `away`: the checkout service does not answer now. */
export type ReceiptOrder = OrderSummary | 'away' | null;

/** Orders are a few kilobytes each, 100 items at most. */
const maxOrders = 1_000;

/** The orders of receipts that were opened last: what was paid no longer changes. */
export class OrderCache {
  readonly #kept = new Map<string, OrderSummary>();

  /** The order that a session sold; null if the session was deleted. A receipt is shown without it rather than not at all. */
  async find({ callsFor }: Pick<App, 'callsFor'>, scope: Scope, checkoutSessionId: string): Promise<ReceiptOrder> {
    const key = `${scope.merchantId} ${scope.livemode} ${checkoutSessionId}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    try {
      const order = await callsFor(scope).getOrderSummary({ checkoutSessionId });
      if (this.#kept.size >= maxOrders) this.#kept.delete(this.#kept.keys().next().value ?? '');
      this.#kept.set(key, order);
      return order;
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'resource_missing') return null;
      log.warn({ event: 'receipts.order_away', checkoutSessionId, err: thrown });
      return 'away';
    }
  }
}
