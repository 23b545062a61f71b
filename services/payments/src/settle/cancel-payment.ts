import type { CancellationReason } from '@mizan/contracts';
import { formerAttributes, type LoadContext, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { isReceivedByHand } from '../payment/charge-traits.ts';
import { charges } from '../payment/charge.table.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import {
  fallbackTime,
  type Payment,
  type PlannedQuery,
  withCharge,
  updateCharge,
  updateIntent,
} from '../payment/payment.ts';
import { partReceivedMessage } from '../payment/reported-receipt.ts';
import type { CancelOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs, retryAt } from '../providers/port/sync-schedule.ts';
import { adjustBalance } from './adjust-balance.ts';
import { assertNoPendingPartialCapture } from './pending-captures.ts';
import { failedCharge, failedUnsent } from './settle-declined.ts';
import { creditPartialReceipts } from './settlement.ts';

/** A payment that is to be canceled. */
export interface Cancellation {
  readonly paymentIntentId: string;
  /** The charge that could still bring money, if there is one. */
  readonly chargeId: string | null;
}

/**
 * Checks that a payment can be canceled. First of three phases: the provider cancels the attempt that waits for the buyer
 * or for a capture before the intent becomes canceled, so that no money can follow.
 *
 * @throws Problem `payment_still_confirming`: an attempt or a capture is not decided
 * @throws Problem `payment_already_completed`, `resource_invalid_state`: it is paid, or captured in part
 */
export async function planCancellation(tx: Tx, payment: Payment): Promise<Cancellation> {
  assertCancelable(payment);
  await assertNoPendingPartialCapture(tx, payment.intent.id);
  return { paymentIntentId: payment.intent.id, chargeId: openChargeOf(payment)?.row.id ?? null };
}

/**
 * Has the provider cancel the charge; no transaction is open. If the answer is lost, or this process dies before it is
 * recorded, the janitor queries the state of the charge.
 *
 * @param context.attempts how often the janitor has found it not released: it waits longer each time
 */
export async function releaseCharge(
  { scope, now, attempts = 0 }: Pick<LoadContext, 'scope' | 'now'> & { readonly attempts?: number },
  app: App,
  chargeId: string | null,
): Promise<ReleaseOutcome> {
  if (chargeId === null) return { kind: 'canceled', fallbackAt: null };
  const fallbackAt = new Date(Math.max(now.getTime() + crashGraceMs, retryAt(attempts, now).getTime()));
  const nextSyncAt = fallbackTime(fallbackAt);
  const charge = await app.db.system.one<Pick<ChargeRow, 'amountCaptured'>>`
    update charges set ${charges.set({ nextSyncAt })}
    where ${own({ scope })} and id = ${chargeId} and status in ('PENDING', 'SUCCEEDED') returning amount_captured`;
  const request = { chargeId, now, recorded: charge?.amountCaptured ?? 0 };
  return { ...(await app.providers.moneyOf(scope).cancel(request)), fallbackAt };
}

/** What the provider answered to a cancellation. */
export type ReleaseOutcome = CancelOutcome & Pick<PlannedQuery, 'fallbackAt'>;

/** A payment that ends, and why. */
export interface EndedPayment extends Pick<PlannedQuery, 'fallbackAt'> {
  readonly payment: Payment;
  readonly reason: CancellationReason;
}

/** A payment whose charge the provider was asked to cancel. */
interface AnsweredRelease extends Omit<EndedPayment, 'fallbackAt'> {
  /** Null when no charge was open. */
  readonly chargeId: string | null;
  readonly outcome: ReleaseOutcome;
}

/**
 * Records a cancellation that the provider has agreed to, under the payment's lock.
 *
 * @throws Problem `payment_still_confirming`: the charge was captured after all, its state is unknown, or another attempt
 *   has started meanwhile
 */
export async function settleCancellation(
  tx: Tx,
  app: App,
  { chargeId, outcome, ...ended }: AnsweredRelease,
): Promise<Payment> {
  const { payment } = ended;
  const isAnother = ![undefined, chargeId].includes(openChargeOf(payment)?.row.id);
  if (outcome.kind === 'unknown') throw new Problem('payment_still_confirming', releaseUnknown);
  if (outcome.kind !== 'canceled' || isAnother) throw new Problem('payment_still_confirming', stillConfirming);
  assertCancelable(payment);
  await assertNoPendingPartialCapture(tx, payment.intent.id);
  return cancel(tx, app, { ...ended, fallbackAt: outcome.fallbackAt });
}

const releaseUnknown =
  'The provider has not answered whether the payment is canceled. The platform queries it. Retrieve the payment in a moment; to try again, cancel it with a new Idempotency-Key.';
const stillConfirming = 'A payment attempt is in progress and its outcome is not known yet.';

/** The payment has ended without money. */
export const isCanceledOrFailed = ({ intent }: Payment): boolean =>
  intent.status === 'CANCELED' || intent.status === 'FAILED';

/** The charge that could still bring money: one that is undecided, or authorized and not captured. */
export const openChargeOf = ({ charges }: Payment): ChargeParts | undefined =>
  charges.find(({ row }) => row.status === 'PENDING' || (row.status === 'SUCCEEDED' && row.amountCaptured === 0));

function assertCancelable(payment: Payment): void {
  const moved = transition(payment.intent.status, 'cancel');
  if ('refusal' in moved) throw new Problem(moved.refusal, whyNot[moved.refusal](payment));
}

const whyNot = {
  payment_already_completed: () => 'The payment has already succeeded. To return the money, refund it.',
  payment_still_confirming: (payment: Payment) => {
    const open = openChargeOf(payment);
    if (!open || !isReceivedByHand(open.row)) return stillConfirming;
    if (open.row.amountReported > 0) return partReceivedMessage(open.row);
    return 'The payment waits for money that you receive yourself. If it will not come, mark the payment as failed first.';
  },
  resource_invalid_state: ({ intent }: Payment) => whyOver(intent),
} as const;

function whyOver({ status }: Payment['intent']): string {
  if (status !== 'AMOUNT_CAPTURABLE_UPDATED') return `The payment is ${status} already.`;
  return 'A part of the payment is captured. The rest is released by a final capture of at least one minor unit, or when the authorization expires.';
}

async function cancel(tx: Tx, app: App, { payment: before, reason, fallbackAt }: EndedPayment): Promise<Payment> {
  const { now } = tx;
  const open = openChargeOf(before);
  const charge = open && { ...open, row: canceledCharge(open.row, reason, now) };
  const intent = {
    ...before.intent,
    status: 'CANCELED',
    version: before.intent.version + 1,
    amountCapturable: 0,
    nextAction: null,
    canceledAt: now,
    cancellationReason: reason,
    updatedAt: now,
  } as const;
  const after = charge ? withCharge({ ...before, intent }, charge) : { ...before, intent };
  if (charge) {
    await tx.sql`with charge as (${updateCharge(charge.row, { query: { at: null, fallbackAt } })}) ${updateIntent(intent)}`;
    const adjustment = creditPartialReceipts(open.row, now);
    if (adjustment) adjustBalance(tx, adjustment);
    emitChargeEvent(tx, app, { before: open, after: charge, reason });
  } else await tx.sql`${updateIntent(intent)}`;
  tx.emit('payment_intent.canceled', { object: toPaymentIntentResource(after, app), version: intent.version });
  return after;
}

/** The charge without the money that it could have brought; the outcome of one that the network approved is kept. */
function canceledCharge(charge: ChargeRow, reason: CancellationReason, now: Date): ChargeRow {
  const version = charge.version + 1;
  if (charge.status === 'PENDING')
    return { ...failedCharge(charge, failedUnsent(charge, 'customer_abandoned'), now), version };
  const failure = releaseFailures[reason === 'EXPIRED' ? 'expired' : 'canceled'];
  return { ...charge, ...failure, version, status: 'FAILED', syncAttempts: 0, updatedAt: now };
}

/** Why an authorized charge brings no money. */
const releaseFailures = {
  expired: {
    failureCode: 'authorization_expired',
    failureMessage: 'The authorization was not captured in time and was released.',
  },
  canceled: {
    failureCode: 'authorization_canceled',
    failureMessage: 'The authorization was canceled and released before it was captured.',
  },
} as const;

function emitChargeEvent(
  tx: Tx,
  app: App,
  { before, after, reason }: { before: ChargeParts; after: ChargeParts; reason: CancellationReason },
): void {
  const object = toChargeResource(after, app);
  const event = { object, version: after.row.version };
  if (reason === 'EXPIRED') tx.emit('charge.expired', event);
  else if (before.row.status === 'PENDING') tx.emit('charge.failed', event);
  else
    tx.emit('charge.updated', {
      ...event,
      previousAttributes: formerAttributes(toChargeResource(before, app), object),
    });
}
