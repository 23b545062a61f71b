import type { calls } from '@mizan/contracts';
import { Problem, type AskContext, type CallInput, type Tx } from '@mizan/service-kit';
import { toChargeResource } from '../charges/charge.resource.ts';
import type { CancelOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { answerOf, noPayment, type SessionPayment } from './answer-payment.ts';
import { failed } from './ask-provider.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { transition } from './payment-intent-state.ts';
import { lockPayment, lockSessionPayment, withCharge, type Payment } from './payment.ts';
import { failedCharge } from './settle-declined.ts';
import { updateCharge, updateIntent } from './write-payment.ts';

type Canceling = CallInput<typeof calls.cancelSessionPayment>;

/** What is to be called off; null when the session has no intent, or one that came to nothing by itself. */
export type Cancellation = { readonly paymentIntentId: string; readonly chargeId: string | null } | null;

/**
 * Checks that a session's payment can be canceled. First of three phases: the provider is asked to give up what waits
 * for the buyer or for a capture before the intent is said to be canceled, so that no money can follow.
 *
 * @throws Problem `payment_still_confirming`: an attempt is not decided
 * @throws Problem `payment_already_completed`: it is paid
 */
export async function cancelSessionPayment(tx: Tx, { body }: Canceling): Promise<Cancellation> {
  const payment = await lockSessionPayment(tx, body.checkoutSessionId);
  if (!payment || isOver(payment)) return null;
  assertCancelable(payment);
  return { paymentIntentId: payment.intent.id, chargeId: liveChargeOf(payment)?.row.id ?? null };
}

/** Asks the provider to give up the charge; no transaction is open. */
export async function releaseCharge(
  wiring: Wiring,
  cancellation: Cancellation,
  { scope, now }: Pick<AskContext, 'scope' | 'now'>,
): Promise<CancelOutcome> {
  if (!cancellation?.chargeId) return { kind: 'canceled' };
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${cancellation.chargeId} was made for a mode without a provider`);
  return provider.cancel({ chargeId: cancellation.chargeId, now });
}

/** Records the cancellation once the provider has agreed to it. */
export async function settleCancellation(
  tx: Tx,
  wiring: Wiring,
  cancellation: Cancellation,
  outcome: CancelOutcome,
  { body }: Canceling,
): Promise<SessionPayment> {
  if (!cancellation) {
    const payment = await lockSessionPayment(tx, body.checkoutSessionId);
    return payment ? answerOf(payment, wiring) : noPayment;
  }
  // Captured after all, or nobody knows: the attempt is not over, and its own settlement will say how it ended.
  if (outcome.kind !== 'canceled') throw new Problem('payment_still_confirming', undecided);
  const payment = await lockPayment(tx, cancellation.paymentIntentId);
  if (isOver(payment)) return answerOf(payment, wiring);
  assertCancelable(payment);
  return answerOf(await cancel(tx, wiring, payment), wiring);
}

const undecided = 'A payment attempt is under way; its outcome is not known yet.';

const isOver = ({ intent }: Payment): boolean => intent.status === 'CANCELED' || intent.status === 'FAILED';

/** The charge that could still bring money: one that is undecided, or authorised and not captured. */
export const liveChargeOf = ({ charges }: Payment) =>
  charges.find(({ row }) => row.status === 'PENDING' || (row.status === 'SUCCEEDED' && row.amount_captured === 0));

function assertCancelable({ intent }: Payment): void {
  const moved = transition(intent.status, 'cancel');
  if ('to' in moved) return;
  const isDone = moved.refusal === 'payment_already_completed';
  throw new Problem(moved.refusal, isDone ? 'The payment has already succeeded.' : undecided);
}

async function cancel(tx: Tx, wiring: Wiring, before: Payment): Promise<Payment> {
  const { now } = tx;
  const live = liveChargeOf(before);
  const charge = live && {
    ...live,
    row: { ...failedCharge(live.row, failed(live.row, 'customer_abandoned'), now), version: live.row.version + 1 },
  };
  const intent = {
    ...before.intent,
    status: 'CANCELED',
    version: before.intent.version + 1,
    amount_capturable: 0,
    next_action: null,
    canceled_at: now,
    cancellation_reason: 'ABANDONED',
    updated_at: now,
  } as const;
  const after = charge ? withCharge({ ...before, intent }, charge) : { ...before, intent };
  if (charge) {
    await tx.sql`with charge as (${updateCharge(charge.row)}) ${updateIntent(intent)}`;
    const wasPending = live.row.status === 'PENDING';
    if (wasPending) tx.emit('charge.failed', { object: toChargeResource(charge), version: charge.row.version });
    else
      tx.emit('charge.updated', {
        object: toChargeResource(charge),
        version: charge.row.version,
        previousAttributes: { status: live.row.status, paid: true },
      });
  } else await tx.sql`${updateIntent(intent)}`;
  tx.emit('payment_intent.canceled', {
    object: toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf),
    version: intent.version,
  });
  return after;
}
