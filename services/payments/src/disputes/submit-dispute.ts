import { type Dispute, type DisputeEvidence, evidenceTexts } from '@mizan/contracts';
import { failpoint, type LoadContext, log, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { type DisputeTrigger, transition } from '../payment/dispute-state.ts';
import { openDisputeDesk } from './dispute-desk.ts';
import type { AnswerRefused, DisputeStanding } from '../providers/port/dispute-standing.ts';
import { lockDispute } from './lock-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

/** A dispute that the merchant answers, committed before its provider is called. */
export interface DisputeAnswer extends Pick<DisputeRow, 'connectionId' | 'externalDisputeId' | 'provider'> {
  readonly disputeId: string;
}

/** With the evidence as it is when it is submitted. */
export interface SubmittedAnswer extends DisputeAnswer {
  readonly evidence: DisputeEvidence;
}

/** @throws Problem `resource_missing`; `resource_invalid_state`: it was submitted, or has ended; `parameter_missing`: no evidence */
export async function submitDispute(tx: Tx, id: string): Promise<SubmittedAnswer> {
  const { row } = (await lockDispute(tx, id)).dispute;
  assertPossible(row, 'submit', 'Evidence was already submitted, or the dispute is closed.');
  const { evidence } = row;
  const hasTexts = evidenceTexts.some((name) => evidence[name] !== null);
  const isSentByApi = row.connectionId !== null; // its files stay here
  if (!hasTexts && (isSentByApi || evidence.files.length === 0))
    throw new Problem('parameter_missing', `Add ${isSentByApi ? 'a text to the ' : ''}evidence before you submit it.`, {
      param: 'evidence',
    });
  return { ...answerOf(row), evidence };
}

/** @throws Problem `resource_invalid_state` with `message` */
export function assertPossible(row: DisputeRow, trigger: DisputeTrigger, message: string): void {
  const moved = transition(row, trigger);
  if ('refusal' in moved) throw new Problem(moved.refusal, message);
}

export const answerOf = ({ id, connectionId, externalDisputeId, provider }: DisputeRow): DisputeAnswer => ({
  disputeId: id,
  connectionId,
  externalDisputeId,
  provider,
});

/**
 * Sends the texts of the evidence to the provider; no transaction is open. Null where the provider has no API: the operator
 * sends them, or it is the simulator.
 */
export async function sendEvidence(
  { scope }: Pick<LoadContext, 'scope'>,
  app: App,
  { evidence, ...answer }: SubmittedAnswer,
): Promise<DisputeStanding | AnswerRefused | null> {
  const desk = await openDisputeDesk(app, scope, answer);
  if (!desk) return null;
  failpoint('pay.before_provider');
  const standing = await desk.submit({ externalDisputeId: answer.externalDisputeId, evidence });
  failpoint('pay.after_provider');
  log.info({ event: 'dispute.submitted', disputeId: answer.disputeId, files: evidence.files.length });
  return standing;
}

/** @throws Problem `resource_invalid_state` with the provider's reason */
export function assertTaken(
  standing: DisputeStanding | AnswerRefused | null,
): asserts standing is DisputeStanding | null {
  if (standing && 'refusal' in standing)
    throw new Problem('resource_invalid_state', `The provider refused it: ${standing.refusal}`);
}

/** Records that the evidence was submitted. @throws Problem `resource_invalid_state`: the provider refused it */
export async function settleSubmission(
  tx: Tx,
  app: App,
  { answer, standing }: { readonly answer: SubmittedAnswer; readonly standing: DisputeStanding | AnswerRefused | null },
): Promise<Dispute> {
  assertTaken(standing);
  const locked = await lockDispute(tx, answer.disputeId);
  // What was sent is under review, whether or not the provider says so yet.
  const status = standing?.status && standing.status !== 'NEEDS_RESPONSE' ? standing.status : 'UNDER_REVIEW';
  return settleDispute(tx, app, { ...locked, change: { ...standing, status, evidence: answer.evidence } });
}
