import { failpoint, type LoadContext, Problem } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';

/** What the merchant reports of a charge whose money it receives itself. */
export interface Report {
  readonly chargeId: string;
  readonly result: 'paid' | 'refused';
  /** True where the charge has failed already, and shows nothing of the report until it has succeeded. */
  readonly isLate?: boolean | undefined;
}

/**
 * Notifies the provider of what the merchant reports; no transaction is open. Money that was received counts whatever has
 * ended the charge meanwhile, and a refusal does not where money was reported before.
 *
 * @throws Problem `resource_invalid_state`: the provider expects no money
 * @throws Problem `request_timeout`: a late report was not answered. It is kept, and the janitor repeats it
 */
export async function submitReport(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { chargeId, result, isLate = false }: Report,
): Promise<PaymentOutcome> {
  failpoint('pay.before_provider');
  const answer = await app.providers.moneyOf(scope).completeAction({ chargeId, now, answer: { result } });
  failpoint('pay.after_provider');
  if (answer.kind === 'canceled')
    throw new Problem('resource_invalid_state', 'The payment was canceled in the meantime.');
  if (answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'This attempt never reached its provider: its buyer cannot have paid.');
  if (isLate && answer.kind === 'unknown')
    throw new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
      retryAfterSeconds: 1,
      cause: answer.cause,
    });
  return answer;
}
