import type { Dispute } from '@mizan/contracts';
import { failpoint, type LoadContext, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { AnswerRefused, DisputeStanding } from '../providers/port/dispute-standing.ts';
import { openDisputeDesk } from './dispute-desk.ts';
import { lockDispute } from './lock-dispute.ts';
import { settleDispute } from './settle-dispute.ts';
import { answerOf, assertPossible, assertTaken, type DisputeAnswer } from './submit-dispute.ts';

/** @throws Problem `resource_missing`; `resource_invalid_state`: it has ended, or is an inquiry, which has nothing to lose */
export async function acceptDispute(tx: Tx, id: string): Promise<DisputeAnswer> {
  const { row } = (await lockDispute(tx, id)).dispute;
  const message = row.isInquiry
    ? 'An inquiry cannot be accepted: no money has moved. Answer it with evidence.'
    : 'The dispute is closed.';
  assertPossible(row, 'accept', message);
  return answerOf(row);
}

/** Leaves the money to the payer at the provider; no transaction is open. Null where the provider has no API. */
export async function sendAcceptance(
  { scope }: Pick<LoadContext, 'scope'>,
  app: App,
  answer: DisputeAnswer,
): Promise<DisputeStanding | AnswerRefused | null> {
  const desk = await openDisputeDesk(app, scope, answer);
  if (!desk) return null;
  failpoint('pay.before_provider');
  const standing = await desk.accept(answer.externalDisputeId);
  failpoint('pay.after_provider');
  return standing;
}

/** Records that the merchant has accepted a dispute. */
export async function settleAcceptance(
  tx: Tx,
  app: App,
  { answer, standing }: { readonly answer: DisputeAnswer; readonly standing: DisputeStanding | AnswerRefused | null },
): Promise<Dispute> {
  assertTaken(standing);
  const locked = await lockDispute(tx, answer.disputeId);
  return settleDispute(tx, app, { ...locked, change: standing ?? { status: 'LOST' } });
}
