import type { ErrorCode, PayoutStatus } from '@mizan/contracts';

type Moves = { readonly [From in PayoutStatus]?: PayoutStatus };

/** Where each trigger leads from each status; a status that is not named refuses the trigger. */
const moves = {
  /** The operator gave it to the bank. */
  send: { PENDING: 'IN_TRANSIT' },
  /** The bank executed it. */
  pay: { IN_TRANSIT: 'PAID' },
  /** The bank executed it before the restore of a backup in which it is not sent yet. */
  find: { PENDING: 'PAID' },
  /** The bank did not execute it. */
  fail: { IN_TRANSIT: 'FAILED' },
  /** The bank executed it, and returned its money later. */
  return: { IN_TRANSIT: 'FAILED', PAID: 'FAILED' },
  /** The merchant does not want it. */
  cancel: { PENDING: 'CANCELED' },
} as const satisfies Record<string, Moves>;

/** What can happen to a payout. */
export type PayoutTrigger = keyof typeof moves;

/** All triggers, in table order. */
export const payoutTriggers = Object.keys(moves) as readonly PayoutTrigger[];

/** The status that `trigger` leads to from `from`, or the code it is refused with. Call it on a locked row. */
export function transition(
  from: PayoutStatus,
  trigger: PayoutTrigger,
): { readonly to: PayoutStatus } | { readonly refusal: Extract<ErrorCode, 'resource_invalid_state'> } {
  const to = (moves[trigger] as Moves)[from];
  return to ? { to } : { refusal: 'resource_invalid_state' };
}
