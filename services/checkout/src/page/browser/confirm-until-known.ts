import type { ConfirmedCheckout, ConfirmHostedCheckout } from '@mizan/contracts';
import { type CheckoutApi, NoAnswer, Refusal } from './api.ts';
import { waitFor } from './waits.ts';

/**
 * Confirms, and when no answer comes asks again with the same key until one does: the platform then tells what became of
 * the first, and never pays twice.
 */
export async function confirmUntilKnown(
  api: CheckoutApi,
  body: ConfirmHostedCheckout,
  onDoubt: () => void,
): Promise<ConfirmedCheckout> {
  const key = crypto.randomUUID();
  for (let turn = 0; ; turn++) {
    try {
      return await api.confirm(body, key);
    } catch (thrown) {
      const isRunning = thrown instanceof Refusal && thrown.code === 'idempotency_key_in_use';
      const isUncertain = thrown instanceof NoAnswer || (thrown instanceof Refusal && thrown.isUncertain);
      if (!isRunning && !isUncertain) throw thrown;
      if (turn === 0) onDoubt();
      await new Promise((resolve) => setTimeout(resolve, waitFor(turn)));
    }
  }
}
