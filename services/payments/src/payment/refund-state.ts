import type { ErrorCode, RefundStatus } from '@mizan/contracts';

type Moves = { readonly [From in RefundStatus]?: RefundStatus };

/** Where each trigger leads from each status; a status that is not named refuses the trigger. */
const moves = {
  /** The customer said where the money shall go. */
  supplyDetails: { REQUIRES_ACTION: 'PENDING' },
  /** The customer said nothing in time; the amount goes back to the balance. */
  expire: { REQUIRES_ACTION: 'FAILED' },
  /** The merchant withdrew the refund; the amount goes back to the balance. */
  cancel: { REQUIRES_ACTION: 'CANCELED' },
  /** The provider sent the money. */
  succeed: { PENDING: 'SUCCEEDED' },
  /** The provider could not send the money, or got it back later; the amount goes back to the balance. */
  fail: { PENDING: 'FAILED', SUCCEEDED: 'FAILED' },
} as const satisfies Record<string, Moves>;

/** What can happen to a refund. */
export type RefundTrigger = keyof typeof moves;

/** All triggers, in table order. */
export const refundTriggers = Object.keys(moves) as readonly RefundTrigger[];

/**
 * The status a refund is created with, before any provider is asked: PENDING when the provider can send the money
 * back by itself, REQUIRES_ACTION when the customer must first say where to.
 */
export function initialRefundStatus(refundsNatively: boolean): 'PENDING' | 'REQUIRES_ACTION' {
  return refundsNatively ? 'PENDING' : 'REQUIRES_ACTION';
}

/**
 * The status that `trigger` leads to from `from`, or the code it is refused with. Decides nothing else: call it on a
 * locked row.
 */
export function transition(
  from: RefundStatus,
  trigger: RefundTrigger,
): { readonly to: RefundStatus } | { readonly refusal: Extract<ErrorCode, 'resource_invalid_state'> } {
  const to = (moves[trigger] as Moves)[from];
  return to ? { to } : { refusal: 'resource_invalid_state' };
}
