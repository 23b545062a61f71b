import type { PaymentIntent } from '@mizan/contracts';
import { failpoint, type LoadContext, log, type Tx, type TxAtOnce } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { fallbackOf, lockPayment } from '../payment/payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { settleAtOnce, settleCharge } from '../settle/settle-charge.ts';
import type { ChargeReservation } from './start-attempt.ts';

/** A committed payment, and the attempt that the provider is about to be called for, if there is one. */
export interface StartedPayment {
  readonly paymentIntentId: string;
  readonly attempt: ChargeReservation | null;
  /** An attempt that continues where its buyer left it. */
  readonly resumed?: Pick<ChargeReservation, 'chargeId' | 'fallbackAt'> & {
    readonly answer: Readonly<Record<string, string>>;
  };
}

type CallContext = Pick<LoadContext, 'scope' | 'now'>;

/**
 * Requests the money of a committed charge from the provider; no transaction is open. The charge's id is the idempotency
 * key, so that a retry after a crash is about the same payment.
 */
export async function authorizeCharge(
  { scope, now }: CallContext,
  app: App,
  { chargeId, amount, currency, captureMethod, method, fallbacks = [] }: ChargeReservation,
): Promise<PaymentOutcome> {
  failpoint('pay.before_provider');
  const request = { chargeId, amount, currency, captureMethod, method, fallbacks, now };
  const outcome = await app.providers.moneyOf(scope).authorize(request);
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'payment.outcome_unknown', chargeId, err: outcome.cause });
  return outcome;
}

/** Calls the provider for the attempt of a payment without a checkout session; no transaction is open. */
export async function authorizeAttempt(
  context: CallContext,
  app: App,
  { attempt, resumed }: StartedPayment,
): Promise<PaymentOutcome | null> {
  if (!resumed) return attempt && authorizeCharge(context, app, attempt);
  const answer = await app.providers.moneyOf(context.scope).completeAction({
    ...{ chargeId: resumed.chargeId, answer: resumed.answer, now: context.now },
    by: 'server',
  });
  return answer.kind === 'canceled' || answer.kind === 'not_found'
    ? { kind: 'unknown', cause: new Error(`the provider answered ${answer.kind}`) } // the janitor finds out why
    : answer;
}

interface AnsweredStart {
  readonly started: StartedPayment;
  readonly outcome: PaymentOutcome | null;
}

/** As {@link settleAttempt}, where this process has just committed the payment. @see settleAtOnce */
export function settleAttemptAtOnce(app: App, { started: { attempt }, outcome }: AnsweredStart) {
  const settle = attempt && outcome && settleAtOnce(app, { ...attempt, answer: outcome });
  return settle ? (tx: TxAtOnce): PaymentIntent => settle(tx).paymentIntent : undefined;
}

/** Records the provider's answer, and returns the payment afterwards. */
export async function settleAttempt(tx: Tx, app: App, { started, outcome }: AnsweredStart): Promise<PaymentIntent> {
  const { paymentIntentId, attempt, resumed } = started;
  const charge = attempt ?? resumed;
  if (!charge || !outcome) return toPaymentIntentResource(await lockPayment(tx, paymentIntentId), app);
  const { chargeId } = charge;
  const settled = { chargeId, paymentIntentId, answer: outcome, fallbackAt: fallbackOf(charge) };
  return (await settleCharge(tx, app, settled)).paymentIntent;
}
