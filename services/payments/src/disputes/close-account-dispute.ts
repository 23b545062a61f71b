import type { CloseDispute, Dispute, DisputeStatus } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toDisputeResource } from '../payment/dispute.resource.ts';
import type { DisputeTrigger } from '../payment/dispute-state.ts';
import { lockDispute } from './lock-dispute.ts';
import { assertReportedByHand } from './open-account-dispute.ts';
import { settleDispute } from './settle-dispute.ts';
import { assertPossible } from './submit-dispute.ts';

const ends: Readonly<Record<CloseDispute['outcome'], { readonly status: DisputeStatus; readonly by: DisputeTrigger }>> =
  {
    won: { status: 'WON', by: 'win' },
    lost: { status: 'LOST', by: 'lose' },
    warning_closed: { status: 'WARNING_CLOSED', by: 'endInquiry' },
  };

/**
 * Records how a dispute has ended that no API reports. A repeat with the same outcome changes nothing.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: it ended otherwise, cannot end like this, or its provider
 *   reports its disputes by API
 */
export async function closeAccountDispute(
  tx: Tx,
  app: App,
  { id, outcome }: CloseDispute & { readonly id: string },
): Promise<Dispute> {
  const locked = await lockDispute(tx, id);
  const { row } = locked.dispute;
  assertReportedByHand(app, row.provider);
  const { status, by } = ends[outcome];
  if (row.status === status) return toDisputeResource(locked.dispute);
  assertPossible(
    row,
    by,
    `A dispute that is ${row.status}${row.isInquiry ? ' and an inquiry' : ''} cannot end as ${outcome}.`,
  );
  return settleDispute(tx, app, { ...locked, change: { status, isReinstated: status === 'WON' } });
}
