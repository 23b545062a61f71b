import type { ConfirmedCheckout, ConfirmHostedCheckout } from '@mizan/contracts';
import { type CheckoutApi, NoAnswer, Refusal } from './checkout-api.ts';
import { pollDelay } from './poll-delays.ts';

/** Temporary errors, which say nothing about a request that was sent before. */
const later: ReadonlySet<number> = new Set([429, 503]);

/**
 * Confirms, and retries with the same idempotency key until a response arrives: the platform then returns the outcome of
 * the first request and never charges twice. Once the first is in doubt, a temporary error does not resolve it.
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
