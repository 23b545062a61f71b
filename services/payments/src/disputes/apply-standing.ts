import type { Dispute } from '@mizan/contracts';
import { own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { isClosed } from '../payment/dispute-state.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import type { DisputeStanding } from '../providers/port/dispute-standing.ts';
import { loadDispute, lockDispute } from './lock-dispute.ts';
import { findReported, newDispute } from './new-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

/** What a provider answered about a dispute. */
interface ReportedStanding extends DisputeStanding {
  readonly provider: string;
  /** Null where the provider has no connections. */
  readonly connectionId: string | null;
}

/**
 * Opens or changes the dispute that a provider knows. @returns null where the charge is none of the account's at this
 * provider; `not captured` where no answer about the payment is recorded yet: to be applied again later
 */
export async function applyStanding(
  tx: Tx,
  app: App,
  { chargeId, connectionId, provider, ...standing }: ReportedStanding,
): Promise<Dispute | 'not captured' | null> {
  const { externalDisputeId } = standing;
  if (chargeId === null) return null;
  const charge = await tx.one<{ intentId: string }>`
    select payment_intent_id as intent_id from charges
    where ${own(tx)} and id = ${chargeId} and provider = ${provider}`;
  if (!charge) return null;
  const payment = await lockPayment(tx, charge.intentId);
  if (chargeOf(payment, chargeId).row.amountCaptured === 0) return 'not captured';
  const known = await findReported(tx, { provider, externalDisputeId });
  if (known) return settleDispute(tx, app, { payment, dispute: await loadDispute(tx, known), change: standing });
  const { row } = chargeOf(payment, chargeId);
  const opened = newDispute(row, tx.now, {
    amount: standing.amount ?? leftOf(row),
    reason: standing.reason,
    isInquiry: standing.isInquiry,
    evidenceDueBy: standing.evidenceDueBy,
    externalDisputeId,
    connectionId,
  });
  // One that has ended before it was reported is opened and closed: those who count losses wait for the end.
  const status = standing.status && !isClosed(standing.status) ? standing.status : null;
  const dispute = { row: opened, movements: [] };
  const { id } = await settleDispute(tx, app, { payment, dispute, change: { ...standing, status } });
  return settleDispute(tx, app, { ...(await lockDispute(tx, id)), change: standing });
}

/** What a dispute takes whose amount is not known: what is left of the charge, or all of it where nothing is. */
const leftOf = ({ amountCaptured, amountRefunded, amountLost }: ChargeRow): number =>
  amountCaptured - amountRefunded - amountLost || amountCaptured;
