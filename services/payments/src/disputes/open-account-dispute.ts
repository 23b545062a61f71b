import type { Dispute, OpenDispute } from '@mizan/contracts';
import { assertFuture, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { toDisputeResource } from '../payment/dispute.resource.ts';
import { isOpenDispute } from '../payment/dispute-state.ts';
import { lostInDisputes } from '../payment/lost-in-disputes.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { loadDispute } from './lock-dispute.ts';
import { findReported, newDispute } from './new-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

const noLiveCharge = (id: string): Problem =>
  new Problem(
    'resource_missing',
    `The account has no live charge \`${id}\`. In test mode, pay with the card 4000 0000 0000 0259 for a dispute.`,
    { param: 'chargeId' },
  );

/**
 * Records a dispute that the operator was notified of outside any API. The same `reference` is opened once; repeating the
 * request answers what was opened.
 *
 * @throws Problem `resource_missing`, `charge_not_captured`, `amount_invalid`; `charge_disputed`: another dispute is open;
 *   `currency_invalid`: the amount is in another currency than the charge
 * @throws Problem `resource_invalid_state`: the provider reports its disputes by API, nothing of the charge is left (after its
 *   refunds, if no amount is given), or the reference was used with other values
 * @throws Problem `parameter_invalid`: the deadline has passed
 */
export async function openAccountDispute(tx: Tx, app: App, body: OpenDispute): Promise<Dispute> {
  const found = await tx.one<{ intentId: string }>`
    select payment_intent_id as intent_id from charges where ${own(tx)} and id = ${body.chargeId}`;
  if (!found) throw noLiveCharge(body.chargeId);
  const payment = await lockPayment(tx, found.intentId); // disputes of one payment queue here
  const { row: charge } = chargeOf(payment, body.chargeId);
  assertReportedByHand(app, charge.provider);
  if (body.currency !== undefined && body.currency !== charge.currency)
    throw new Problem('currency_invalid', `The charge is in ${charge.currency}, not ${body.currency}.`, {
      param: 'currency',
    });

  const { reason, isInquiry, reference } = body;
  if (reference !== undefined) {
    const known = await findReported(tx, { provider: charge.provider, externalDisputeId: reference });
    if (known && known.chargeId !== charge.id)
      throw new Problem('resource_invalid_state', 'This reference belongs to a dispute of another charge.');
    if (known) {
      assertSame(known, body);
      return toDisputeResource(await loadDispute(tx, known));
    }
  }
  const open = await tx.one`
    select 1 from disputes where ${own(tx)} and charge_id = ${charge.id} and ${isOpenDispute} limit 1`;
  if (open) throw new Problem('charge_disputed', 'Another dispute of this charge is open.');
  if (charge.amountCaptured === 0) throw new Problem('charge_not_captured', 'The charge was not captured.');
  // A bank can take what was refunded, and nothing that a dispute has lost already.
  const max = charge.amountCaptured - (await lostInDisputes(tx, charge.id));
  const amount = body.amount ?? Math.min(max, charge.amountCaptured - charge.amountRefunded - charge.amountLost);
  if (max <= 0)
    throw new Problem('resource_invalid_state', 'Nothing of the charge is left to dispute: disputes of it were lost.');
  if (amount === 0)
    throw new Problem(
      'resource_invalid_state',
      `Nothing of the charge is left after its refunds. If the bank has taken the money nevertheless, send amount: what it has taken, from 1 to ${max}, in the smallest unit of ${charge.currency}.`,
      { param: 'amount' },
    );
  if (amount > max)
    throw new Problem(
      'amount_invalid',
      `amount must be from 1 to ${max}, what was captured and not lost in the smallest unit of ${charge.currency}.`,
      { param: 'amount' },
    );

  const evidenceDueBy = body.evidenceDueBy ? new Date(body.evidenceDueBy) : null;
  if (evidenceDueBy) assertFuture('evidenceDueBy', evidenceDueBy, tx.now);
  const row = newDispute(charge, tx.now, { amount, reason, isInquiry, evidenceDueBy, externalDisputeId: '' });
  const named = { ...row, externalDisputeId: reference ?? row.id };
  const dispute = { row: named, movements: [] };
  return settleDispute(tx, app, { payment, dispute, change: { isWithdrawn: !isInquiry } });
}

/** A repeat must not look as if it had changed what was opened, or debited an inquiry. */
function assertSame(known: DisputeRow, given: OpenDispute): void {
  const refuse = (message: string): never => {
    throw new Problem('resource_invalid_state', message);
  };
  if (known.isInquiry && !given.isInquiry)
    refuse(
      `The dispute of this reference, ${known.id}, is an inquiry. Close it, and open the dispute with another reference.`,
    );
  const isOther = {
    amount: given.amount !== undefined && given.amount !== known.amount,
    evidenceDueBy:
      Boolean(given.evidenceDueBy) && Date.parse(given.evidenceDueBy ?? '') !== known.evidenceDueBy?.getTime(),
    reason: given.reason !== 'general' && given.reason !== known.reason, // `general` is also what no reason becomes
  };
  for (const [name, is] of Object.entries(isOther))
    if (is) refuse(`The dispute of this reference, ${known.id}, was opened with another ${name}.`);
}

/** What a provider reports itself must not be recorded a second time. */
export function assertReportedByHand({ providers }: App, provider: string): void {
  const hasApi = providers.live.some(({ name, disputes }) => name === provider && disputes);
  if (!hasApi) return;
  throw new Problem(
    'resource_invalid_state',
    `${provider} reports its disputes itself. If the account there is not connected any more, connect it again and have ${provider} resend the events of the dispute.`,
  );
}
