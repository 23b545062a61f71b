import type { PaymentIntent } from '@mizan/contracts';
import { type AskContext, failpoint, log, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toConfirmedPayment } from '../payment/payment-intent.resource.ts';
import { lockPayment } from '../payment/payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import type { ChargeReservation } from './start-attempt.ts';

/** A payment that exists, and the attempt that the provider is asked about next, if there is one. */
export interface StartedPayment {
  readonly paymentIntentId: string;
  readonly attempt: ChargeReservation | null;
  /** An attempt that goes on where its buyer left it. */
  readonly resumed?: { readonly chargeId: string; readonly answer: Readonly<Record<string, string>> };
}

/**
 * Asks the provider for the money of a committed charge; no transaction is open. The charge's id is the idempotency key,
 * so that a retry after a crash asks about the same payment.
 */
export async function authorizeCharge(
  app: App,
  reservation: ChargeReservation,
  { scope, now }: Pick<AskContext, 'scope' | 'now'>,
): Promise<PaymentOutcome> {
  const { chargeId, amount, currency, captureMethod, method } = reservation;
  const provider = app.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was made for a mode without a provider`);
  failpoint('pay.before_provider');
  const outcome = await provider.authorize({ chargeId, amount, currency, captureMethod, method, now });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'payment.outcome_unknown', chargeId, err: outcome.cause });
  return outcome;
}

/** Asks the provider about the attempt, if there is one; no transaction is open. */
export const authorizeAttempt = async (
  app: App,
  { attempt, resumed }: StartedPayment,
  context: AskContext,
): Promise<PaymentOutcome | null> => {
  if (!resumed) return attempt && authorizeCharge(app, attempt, context);
  const provider = app.providerOf(context.scope);
  if (!provider) throw new Error(`bug: ${resumed.chargeId} was made for a mode without a provider`);
  const answer = await provider.completeAction({ ...resumed, now: context.now });
  return answer.kind === 'canceled' || answer.kind === 'not_found'
    ? { kind: 'unknown', cause: new Error(`the provider answered ${answer.kind}`) } // the janitor finds out why
    : answer;
};

/** Records what the provider answered, and answers with the payment as it is then. */
export async function settleAttempt(
  tx: Tx,
  app: App,
  { paymentIntentId, attempt, resumed }: StartedPayment,
  outcome: PaymentOutcome | null,
): Promise<PaymentIntent> {
  const chargeId = attempt?.chargeId ?? resumed?.chargeId;
  const answer =
    chargeId !== undefined && outcome
      ? await settleCharge(tx, app, { chargeId, paymentIntentId }, outcome)
      : toConfirmedPayment(await lockPayment(tx, paymentIntentId), app);
  return answer.paymentIntent;
}
