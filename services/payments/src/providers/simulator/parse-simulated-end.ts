import { RefundFailureReason } from '@mizan/contracts';
import { isDeclineCode } from '../describe-failure.ts';
import type { SimulatedEnd, SimulatedRefundEnd } from './simulator.ts';

/**
 * Reads how a waiting payment shall end: `succeed`, `decline` (with its code behind a colon or in a field of its own),
 * or `expire`, which ends it as if the buyer had never come back or paid.
 *
 * @returns undefined when the outcome or the code is not one of them
 */
export function parseSimulatedEnd(outcome: string, declineCode?: string): SimulatedEnd | undefined {
  if (outcome === 'succeed') return 'approve';
  if (outcome === 'expire') return 'expire';
  const [word, ofOutcome] = outcome.split(':', 2);
  const code = ofOutcome ?? declineCode ?? 'generic_decline';
  if (word !== 'decline' || !isDeclineCode(code)) return undefined;
  return { result: 'decline', failure: code, isSent: true };
}

/**
 * Reads how a refund shall end: `succeed`, `fail` (for the reason its card fails with), or `fail:<failureReason>`.
 *
 * @returns undefined when the outcome is not one of them
 */
export function parseRefundEnd(outcome: string): SimulatedRefundEnd | undefined {
  if (outcome === 'succeed' || outcome === 'fail') return outcome;
  const [word, reason] = outcome.split(':', 2);
  const known = RefundFailureReason.safeParse(reason);
  return word === 'fail' && known.success ? { failureReason: known.data } : undefined;
}
