import type { ConfirmedCheckout, ConfirmHostedCheckout } from '@mizan/contracts';
import { type CheckoutApi, NoAnswer, Refusal } from './checkout-api.ts';
import { pollDelay } from './poll-delays.ts';

/** Refusals to answer now, which say nothing of a request that was sent before. */
const later: ReadonlySet<number> = new Set([429, 503]);

/**
 * Confirms, and when no answer comes asks again with the same key until one does: the platform then tells what became of
 * the first, and never pays twice. Once the first is in doubt, being told to come back later does not settle it.
 */
export async function confirmUntilKnown(
  api: CheckoutApi,
  body: ConfirmHostedCheckout,
  onDoubt: () => void,
): Promise<ConfirmedCheckout> {
  const key = crypto.randomUUID();
  for (let turn = 0; ; turn++) {
    const isInDoubt = turn > 0;
    try {
      return await api.confirm(body, key);
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer || (thrown instanceof Refusal && leavesOpen(thrown, isInDoubt)))) throw thrown;
      if (!isInDoubt) onDoubt();
      await new Promise((resolve) => setTimeout(resolve, pollDelay(turn)));
    }
  }
}

const leavesOpen = ({ code, status, isUncertain }: Refusal, isInDoubt: boolean): boolean =>
  isUncertain || code === 'idempotency_key_in_use' || (isInDoubt && later.has(status));
