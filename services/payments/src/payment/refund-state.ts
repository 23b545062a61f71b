import type { ErrorCode, RefundStatus } from '@mizan/contracts';

type Moves = { readonly [From in RefundStatus]?: RefundStatus };

/** Where each trigger leads from each status; a status that is not named refuses the trigger. */
const moves = {
  /** The buyer provided bank details. */
  supplyDetails: { REQUIRES_ACTION: 'PENDING' },
  /** The buyer provided none in time; the amount returns to the balance. */
  expire: { REQUIRES_ACTION: 'FAILED' },
  /** The merchant canceled the refund; the amount returns to the balance. */
  cancel: { REQUIRES_ACTION: 'CANCELED' },
  /** The provider sent the money. */
  succeed: { PENDING: 'SUCCEEDED' },
  /** The provider could not send the money, or got it back later; the amount returns to the balance. */
  fail: { PENDING: 'FAILED', SUCCEEDED: 'FAILED' },
} as const satisfies Record<string, Moves>;

/** What can happen to a refund. */
export type RefundTrigger = keyof typeof moves;

/** All triggers, in table order. */
export const refundTriggers = Object.keys(moves) as readonly RefundTrigger[];

/** The status a refund is created with: the buyer must provide bank details where the provider cannot return the money. */
export const initialRefundStatus = (refundsNatively: boolean): 'PENDING' | 'REQUIRES_ACTION' =>
  refundsNatively ? 'PENDING' : 'REQUIRES_ACTION';

/** Stands for the provider's id of a refund that an operator resolved as succeeded without it. */
export const resolvedReference = (refundId: string): string => `resolved_${refundId}`;

/** The status that `trigger` leads to from `from`, or the code it is refused with. Call it on a locked row. */
export function transition(
  from: RefundStatus,
  trigger: RefundTrigger,
): { readonly to: RefundStatus } | { readonly refusal: Extract<ErrorCode, 'resource_invalid_state'> } {
  const to = (moves[trigger] as Moves)[from];
  return to ? { to } : { refusal: 'resource_invalid_state' };
}
