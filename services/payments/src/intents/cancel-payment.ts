import type { CancellationReason } from '@mizan/contracts';
import { formerAttributes, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { assertNoPartIsBeingCaptured } from '../captures/undecided-capture.ts';
import type { ChargeRow } from '../charges/charge.entity.ts';
import { toChargeResource, type ChargeParts } from '../charges/charge.resource.ts';
import type { CancelOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { failed } from './ask-provider.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { transition } from './payment-intent-state.ts';
import { withCharge, type Payment } from './payment.ts';
import { failedCharge } from './settle-declined.ts';
import { updateCharge, updateIntent } from './write-payment.ts';

/** What is to be called off. */
export interface Cancellation {
  readonly paymentIntentId: string;
  /** The charge that could still bring money, if there is one. */
  readonly chargeId: string | null;
}

/**
 * What calling a payment off takes. First of three phases: the provider is asked to give up what waits for the buyer or
 * for a capture before the intent is said to be canceled, so that no money can follow.
 *
 * @throws Problem `payment_still_confirming`: an attempt or a capture is not decided
 * @throws Problem `payment_already_completed`, `resource_invalid_state`: it is paid, or partly captured
 */
export async function planCancellation(tx: Tx, payment: Payment): Promise<Cancellation> {
  assertCancelable(payment);
  await assertNoPartIsBeingCaptured(tx, payment.intent.id);
  return { paymentIntentId: payment.intent.id, chargeId: liveChargeOf(payment)?.row.id ?? null };
}

/** Asks the provider to give up the charge; no transaction is open. */
export async function releaseCharge(
  wiring: Wiring,
  chargeId: string | null,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<CancelOutcome> {
  if (chargeId === null) return { kind: 'canceled' };
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was made for a mode without a provider`);
  return provider.cancel({ chargeId, now });
}

/**
 * Records a cancellation that the provider has agreed to, under the payment's lock.
 *
 * @throws Problem `payment_still_confirming`: captured after all, or nobody knows; its own settlement will say
 */
export async function settleReleased(
  tx: Tx,
  wiring: Wiring,
  payment: Payment,
  outcome: CancelOutcome,
  reason: CancellationReason,
): Promise<Payment> {
  if (outcome.kind !== 'canceled') throw new Problem('payment_still_confirming', undecided);
  assertCancelable(payment);
  await assertNoPartIsBeingCaptured(tx, payment.intent.id);
  return cancel(tx, wiring, payment, reason);
}

const undecided = 'A payment attempt is under way; its outcome is not known yet.';

/** Nothing is left to call off. */
export const isOver = ({ intent }: Payment): boolean => intent.status === 'CANCELED' || intent.status === 'FAILED';

/** The charge that could still bring money: one that is undecided, or authorised and not captured. */
export const liveChargeOf = ({ charges }: Payment): ChargeParts | undefined =>
  charges.find(({ row }) => row.status === 'PENDING' || (row.status === 'SUCCEEDED' && row.amount_captured === 0));

const texts = {
  payment_already_completed: 'The payment has already succeeded.',
  payment_still_confirming: undecided,
  resource_invalid_state: 'The payment can no longer be canceled.',
} as const;

function assertCancelable({ intent }: Payment): void {
  const moved = transition(intent.status, 'cancel');
  if ('refusal' in moved) throw new Problem(moved.refusal, texts[moved.refusal]);
}

async function cancel(tx: Tx, wiring: Wiring, before: Payment, reason: CancellationReason): Promise<Payment> {
  const { now } = tx;
  const live = liveChargeOf(before);
  const charge = live && {
    ...live,
    row: { ...endedCharge(live.row, reason, now), version: live.row.version + 1 },
  };
  const intent = {
    ...before.intent,
    status: 'CANCELED',
    version: before.intent.version + 1,
    amount_capturable: 0,
    next_action: null,
    canceled_at: now,
    cancellation_reason: reason,
    updated_at: now,
  } as const;
  const after = charge ? withCharge({ ...before, intent }, charge) : { ...before, intent };
  if (charge) {
    await tx.sql`with charge as (${updateCharge(charge.row)}) ${updateIntent(intent)}`;
    announce(tx, live, charge, reason);
  } else await tx.sql`${updateIntent(intent)}`;
  tx.emit('payment_intent.canceled', {
    object: toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf),
    version: intent.version,
  });
  return after;
}

/** The charge without the money that it could have brought. */
const endedCharge = (charge: ChargeRow, reason: CancellationReason, now: Date): ChargeRow =>
  charge.status === 'PENDING'
    ? failedCharge(charge, failed(charge, 'customer_abandoned'), now)
    : // The network did approve it: its outcome stays.
      {
        ...charge,
        ...releases[reason === 'EXPIRED' ? 'expired' : 'canceled'],
        status: 'FAILED',
        next_sync_at: null,
        updated_at: now,
      };

/** Why an authorised charge brings nothing. */
const releases = {
  expired: {
    failure_code: 'authorization_expired',
    failure_message: 'The authorisation was not captured in time and was released.',
  },
  canceled: {
    failure_code: 'authorization_canceled',
    failure_message: 'The authorisation was canceled and released before it was captured.',
  },
} as const;

function announce(tx: Tx, before: ChargeParts, after: ChargeParts, reason: CancellationReason): void {
  const object = toChargeResource(after);
  const event = { object, version: after.row.version };
  if (reason === 'EXPIRED') tx.emit('charge.expired', event);
  else if (before.row.status === 'PENDING') tx.emit('charge.failed', event);
  else tx.emit('charge.updated', { ...event, previousAttributes: formerAttributes(toChargeResource(before), object) });
}
