import type { DisputeStatus, ErrorCode } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';

/** Disputes that are not decided, as a condition on their table: they keep their charge from being refunded. */
export const isOpenDispute = fragment`disputes.status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')`;

type Moves = { readonly [From in DisputeStatus]?: DisputeStatus };

/** Where each trigger leads from each status; a status that is not named refuses the trigger. */
const moves = {
  /** The merchant sent its evidence to the bank. */
  submit: { NEEDS_RESPONSE: 'UNDER_REVIEW' },
  /** The merchant does not object. */
  accept: { NEEDS_RESPONSE: 'LOST', UNDER_REVIEW: 'LOST' },
  /** The bank decided for the merchant. */
  win: { NEEDS_RESPONSE: 'WON', UNDER_REVIEW: 'WON' },
  /** The bank decided for the payer. */
  lose: { NEEDS_RESPONSE: 'LOST', UNDER_REVIEW: 'LOST' },
  /** The bank has no more questions. */
  endInquiry: { NEEDS_RESPONSE: 'WARNING_CLOSED', UNDER_REVIEW: 'WARNING_CLOSED' },
} as const satisfies Record<string, Moves>;

/** What can happen to a dispute. */
export type DisputeTrigger = keyof typeof moves;

/** All triggers, in table order. */
export const disputeTriggers = Object.keys(moves) as readonly DisputeTrigger[];

/** What only happens to inquiries, and what never happens to them: they have no money to win or lose. */
const ofInquiries: readonly DisputeTrigger[] = ['submit', 'endInquiry'];

/** The status that `trigger` leads to from `from`, or the code it is refused with. Call it on a locked row. */
export function transition(
  { status, isInquiry }: { readonly status: DisputeStatus; readonly isInquiry: boolean },
  trigger: DisputeTrigger,
): { readonly to: DisputeStatus } | { readonly refusal: Extract<ErrorCode, 'resource_invalid_state'> } {
  const isApplicable = isInquiry ? ofInquiries.includes(trigger) : trigger !== 'endInquiry';
  const to = isApplicable ? (moves[trigger] as Moves)[status] : undefined;
  return to ? { to } : { refusal: 'resource_invalid_state' };
}

const stages: Readonly<Record<DisputeStatus, number>> = {
  NEEDS_RESPONSE: 0,
  UNDER_REVIEW: 1,
  WON: 2,
  LOST: 2,
  WARNING_CLOSED: 2,
};

/** Of two statuses the later: reports of a provider can arrive late, twice and in any order, and what is closed stays closed. */
export const laterStatus = (known: DisputeStatus, reported: DisputeStatus): DisputeStatus =>
  stages[reported] > stages[known] ? reported : known;

/** Whether a dispute is decided. */
export const isClosed = (status: DisputeStatus): boolean => stages[status] === 2;
