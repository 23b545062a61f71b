import type { ErrorCode, PaymentIntentStatus } from '@mizan/contracts';

/** Attempts after which a declined payment intent fails. Each attempt is one charge. */
export const maxAttempts = 10;

type Moves = { readonly [From in PaymentIntentStatus]?: PaymentIntentStatus };

/**
 * Where each trigger leads from each status; a status that is not named refuses the trigger. While a provider is called
 * an intent is PROCESSING, so that a crash at any moment leaves an unknown outcome, never a forgotten one. A REQUIRES_CONFIRMATION
 * whose buyer has acted has a charge that its provider may still say something about.
 */
const moves = {
  /** The buyer chose a method; also replaces one that was not confirmed yet. */
  attachMethod: { REQUIRES_PAYMENT_METHOD: 'REQUIRES_CONFIRMATION', REQUIRES_CONFIRMATION: 'REQUIRES_CONFIRMATION' },
  /** The merchant changed what is to be paid. */
  changeAmount: { REQUIRES_PAYMENT_METHOD: 'REQUIRES_PAYMENT_METHOD', REQUIRES_CONFIRMATION: 'REQUIRES_CONFIRMATION' },
  /** The order behind the intent changed: an attempt that waits for the buyer is canceled and its hold released. */
  abandonAttempt: {
    REQUIRES_PAYMENT_METHOD: 'REQUIRES_PAYMENT_METHOD',
    REQUIRES_CONFIRMATION: 'REQUIRES_PAYMENT_METHOD',
    REQUIRES_ACTION: 'REQUIRES_PAYMENT_METHOD',
  },
  /** A charge is committed and the provider is about to be called. */
  confirm: { REQUIRES_PAYMENT_METHOD: 'PROCESSING', REQUIRES_CONFIRMATION: 'PROCESSING' },
  /** The buyer completed the action and the provider is about to be queried for the result. */
  completeAction: { REQUIRES_ACTION: 'PROCESSING' },
  /** The buyer completed the action of an intent that the merchant's server confirms itself. */
  awaitServer: {
    REQUIRES_ACTION: 'REQUIRES_CONFIRMATION',
    PROCESSING: 'REQUIRES_CONFIRMATION',
    REQUIRES_CONFIRMATION: 'REQUIRES_CONFIRMATION',
  },
  /** The provider approved and captured. */
  approve: { PROCESSING: 'SUCCEEDED', REQUIRES_ACTION: 'SUCCEEDED', REQUIRES_CONFIRMATION: 'SUCCEEDED' },
  /** The provider approved an amount that is to be captured later. */
  authorize: { PROCESSING: 'UNCAPTURED', REQUIRES_ACTION: 'UNCAPTURED', REQUIRES_CONFIRMATION: 'UNCAPTURED' },
  /** The buyer has to authenticate, enter a code, or pay a voucher. */
  requireAction: {
    PROCESSING: 'REQUIRES_ACTION',
    REQUIRES_ACTION: 'REQUIRES_ACTION',
    REQUIRES_CONFIRMATION: 'REQUIRES_ACTION',
  },
  /** The provider will answer later, or its answer got lost. */
  awaitProvider: {
    PROCESSING: 'PROCESSING',
    REQUIRES_ACTION: 'PROCESSING',
    REQUIRES_CONFIRMATION: 'REQUIRES_CONFIRMATION',
  },
  /** Declined, or the action failed or timed out; another method may be tried. */
  decline: {
    REQUIRES_CONFIRMATION: 'REQUIRES_PAYMENT_METHOD',
    REQUIRES_ACTION: 'REQUIRES_PAYMENT_METHOD',
    PROCESSING: 'REQUIRES_PAYMENT_METHOD',
  },
  /** Declined for good: the last attempt, or what was to be paid is no longer for sale. */
  declineFinally: { REQUIRES_CONFIRMATION: 'FAILED', REQUIRES_ACTION: 'FAILED', PROCESSING: 'FAILED' },
  /** A voucher or bank reference was not paid in time. */
  expireReference: { PROCESSING: 'FAILED', REQUIRES_ACTION: 'FAILED' },
  /** Captured, and what is left of the authorization is released. */
  captureFinally: { UNCAPTURED: 'SUCCEEDED', AMOUNT_CAPTURABLE_UPDATED: 'SUCCEEDED' },
  /** Captured in part, with more to come. */
  capturePartly: {
    UNCAPTURED: 'AMOUNT_CAPTURABLE_UPDATED',
    AMOUNT_CAPTURABLE_UPDATED: 'AMOUNT_CAPTURABLE_UPDATED',
  },
  /** The capture window passed: what was captured stays, the rest is released. */
  expireHold: { UNCAPTURED: 'CANCELED', AMOUNT_CAPTURABLE_UPDATED: 'SUCCEEDED' },
  cancel: {
    REQUIRES_PAYMENT_METHOD: 'CANCELED',
    REQUIRES_CONFIRMATION: 'CANCELED',
    REQUIRES_ACTION: 'CANCELED',
    UNCAPTURED: 'CANCELED',
  },
  /** A provider reports that an attempt was paid that has failed or was canceled. Money that arrived is never dropped. */
  succeedLate: {
    REQUIRES_PAYMENT_METHOD: 'SUCCEEDED',
    REQUIRES_CONFIRMATION: 'SUCCEEDED',
    REQUIRES_ACTION: 'SUCCEEDED',
    PROCESSING: 'SUCCEEDED',
    FAILED: 'SUCCEEDED',
    CANCELED: 'SUCCEEDED',
  },
  /** The standing refunds sum to part of what was received: one was made, or one of several failed. */
  refundPart: {
    SUCCEEDED: 'PARTIALLY_REFUNDED',
    PARTIALLY_REFUNDED: 'PARTIALLY_REFUNDED',
    REFUNDED: 'PARTIALLY_REFUNDED',
  },
  /** The standing refunds sum to all that was received. */
  refundAll: { SUCCEEDED: 'REFUNDED', PARTIALLY_REFUNDED: 'REFUNDED' },
  /** No refund stands any more: the last one failed or was canceled. */
  refundNothing: { PARTIALLY_REFUNDED: 'SUCCEEDED', REFUNDED: 'SUCCEEDED' },
} as const satisfies Record<string, Moves>;

/** What can happen to a payment intent. */
export type PaymentIntentTrigger = keyof typeof moves;

/** All triggers, in table order. */
export const paymentIntentTriggers = Object.keys(moves) as readonly PaymentIntentTrigger[];

/** Codes that a refused trigger is answered with. */
type PaymentIntentRefusal = Extract<
  ErrorCode,
  'resource_invalid_state' | 'payment_still_confirming' | 'payment_already_completed'
>;

type Refusals = { readonly [From in PaymentIntentStatus]?: PaymentIntentRefusal };

const paid: Refusals = {
  SUCCEEDED: 'payment_already_completed',
  PARTIALLY_REFUNDED: 'payment_already_completed',
  REFUNDED: 'payment_already_completed',
};

/** Refusals that say more than `resource_invalid_state`. */
const refusals: { readonly [T in PaymentIntentTrigger]?: Refusals } = {
  confirm: { ...paid, REQUIRES_ACTION: 'payment_still_confirming', PROCESSING: 'payment_still_confirming' },
  cancel: { ...paid, PROCESSING: 'payment_still_confirming' },
  captureFinally: paid,
  capturePartly: paid,
  abandonAttempt: {
    PROCESSING: 'payment_still_confirming',
    UNCAPTURED: 'payment_still_confirming',
    AMOUNT_CAPTURABLE_UPDATED: 'payment_still_confirming',
  },
  approve: paid,
  authorize: paid,
  succeedLate: {
    ...paid,
    UNCAPTURED: 'payment_already_completed',
    AMOUNT_CAPTURABLE_UPDATED: 'payment_already_completed',
  },
};

/**
 * The status that `trigger` leads to from `from`, or the code it is refused with. Decides nothing else: call it on a
 * locked row, after the guards of the verb.
 */
export function transition(
  from: PaymentIntentStatus,
  trigger: PaymentIntentTrigger,
): { readonly to: PaymentIntentStatus } | { readonly refusal: PaymentIntentRefusal } {
  const to = (moves[trigger] as Moves)[from];
  return to ? { to } : { refusal: refusals[trigger]?.[from] ?? 'resource_invalid_state' };
}

/** Whether a charge of the payment has brought its money, or holds it. */
export const isPaidOrHeld = (status: PaymentIntentStatus): boolean =>
  [...Object.keys(paid), 'UNCAPTURED', 'AMOUNT_CAPTURABLE_UPDATED'].includes(status);

/** Whether a decline leaves room for another attempt. @param isSourceOpen false when the checkout session has expired meanwhile */
export const declineTrigger = (attempt: number, isSourceOpen: boolean): 'decline' | 'declineFinally' =>
  attempt < maxAttempts && isSourceOpen ? 'decline' : 'declineFinally';

/** The trigger for an intent whose refunds changed. @param amountRefunded without failed and canceled refunds */
export function refundTrigger(amountRefunded: number, amountReceived: number) {
  if (amountRefunded === 0) return 'refundNothing';
  return amountRefunded < amountReceived ? 'refundPart' : 'refundAll';
}
