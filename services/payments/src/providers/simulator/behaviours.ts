import type { DeclineCode, RefundFailureReason, testOutcomes } from '@mizan/contracts';
import { type FailureReason, isDeclineCode } from '../port/describe-failure.ts';

/** What the simulator does with a payment. Plain data, stored with the authorization it was chosen for. */
export interface Behaviour {
  /** How an authorization is answered; `silence` works but does not answer. */
  readonly answer: 'approve' | 'decline' | 'act' | 'wait' | 'silence';
  /** The final result; null leaves it open until it is simulated. */
  readonly result: 'approve' | 'decline' | null;
  /** When a `wait` ends by itself, milliseconds on the account's clock; of an `act` 0 is never. */
  readonly resultAfterMs: number;
  /** Why a `decline` is one. */
  readonly failure: FailureReason;
  /** False for what a real processor refuses before it calls the network. */
  readonly isSent: boolean;
  readonly capture: 'works' | 'fails';
  readonly refund: 'succeeds' | 'succeeds_later' | 'fails_later';
  readonly refundFailure: RefundFailureReason;
  readonly isAvailableAtOnce: boolean;
  readonly isDisputed: boolean;
}

/** When the simulator decides later: after one minute, short enough to advance a clock by. */
export const resultDelayMs = 60_000;

const succeed: Behaviour = {
  answer: 'approve',
  result: 'approve',
  resultAfterMs: 0,
  failure: 'generic_decline',
  isSent: true,
  capture: 'works',
  refund: 'succeeds',
  refundFailure: 'unknown',
  isAvailableAtOnce: false,
  isDisputed: false,
};
const decline: Behaviour = { ...succeed, answer: 'decline', result: 'decline' };

/** Behaviours that a request with a test key may name, as `testOutcome` or in a magic payment method id. */
const named = {
  succeed,
  decline,
  require_action: { ...succeed, answer: 'act' },
  pending_then_succeed: { ...succeed, answer: 'wait', resultAfterMs: resultDelayMs },
  pending_then_fail: { ...decline, answer: 'wait', resultAfterMs: resultDelayMs },
  /** Needs an action that cannot be completed. */
  expire: { ...succeed, answer: 'act', result: null },
  /** Pending until it is simulated. */
  never: { ...succeed, answer: 'wait', result: null },
  timeout: { ...succeed, answer: 'silence' },
} as const satisfies Record<(typeof testOutcomes)[number], Behaviour>;

/** Behaviours of particular test cards, phones and e-mails. */
const particular = {
  /** A voucher that is paid three minutes later. */
  act_then_succeed: { ...succeed, answer: 'act', resultAfterMs: 3 * resultDelayMs },
  /** Declined whenever it is charged, and by nothing else. */
  decline_charges: decline,
  require_action_then_decline: { ...decline, answer: 'act' },
  timeout_then_decline: { ...decline, answer: 'silence' },
  capture_fails: { ...succeed, capture: 'fails', failure: 'processing_error' },
  refund_fails_later: { ...succeed, refund: 'fails_later', refundFailure: 'expired_or_canceled_card' },
  refund_succeeds_later: { ...succeed, refund: 'succeeds_later' },
  funds_at_once: { ...succeed, isAvailableAtOnce: true },
  dispute: { ...succeed, isDisputed: true },
  invalid_number: { ...decline, failure: 'incorrect_number', isSent: false },
  past_expiry: { ...decline, failure: 'expired_card', isSent: false },
} as const satisfies Record<string, Behaviour>;

const all: Readonly<Record<string, Behaviour>> = { ...named, ...particular };

/** Name of a behaviour; the token that the simulator knows a payment method by. */
export type BehaviourName = keyof typeof named | keyof typeof particular | `decline:${DeclineCode}`;

/** The behaviour that a stored token stands for. */
export function behaviourOf(token: string): Behaviour {
  const behaviour = all[token] ?? declineNamed(token);
  if (!behaviour) throw new Error(`bug: the simulator never gave out the token "${token}"`);
  return behaviour;
}

/** Why a card cannot be saved, if so: its issuer declines a check without an amount at once. */
export function refusalOfCard(token: string): FailureReason | undefined {
  const { answer, failure } = behaviourOf(token);
  return answer === 'decline' && token !== 'decline_charges' ? failure : undefined;
}

/** Parses a requested outcome: one of the documented names, or `decline:<declineCode>`; undefined when it is none. */
export function parseOutcome(text: string): BehaviourName | undefined {
  return Object.hasOwn(named, text) || declineNamed(text) ? (text as BehaviourName) : undefined;
}

function declineNamed(text: string): Behaviour | undefined {
  const code = text.startsWith('decline:') ? text.slice('decline:'.length) : '';
  return isDeclineCode(code) ? { ...decline, failure: code } : undefined;
}
