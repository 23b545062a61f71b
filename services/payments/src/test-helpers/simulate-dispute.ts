import type { Dispute, SimulateDispute } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { lockDispute } from '../disputes/lock-dispute.ts';
import { settleDispute } from '../disputes/settle-dispute.ts';
import { assertPossible } from '../disputes/submit-dispute.ts';
import type { App } from '../payment/app.ts';

/** Decides a dispute as the payer's bank would. @throws Problem `resource_missing`; `resource_invalid_state`: it is closed */
export async function simulateDispute(
  tx: Tx,
  app: App,
  { id, outcome }: SimulateDispute & { readonly id: string },
): Promise<Dispute> {
  const locked = await lockDispute(tx, id);
  assertPossible(locked.dispute.row, outcome, 'The dispute is closed.');
  const status = outcome === 'win' ? 'WON' : 'LOST';
  return settleDispute(tx, app, { ...locked, change: { status, isReinstated: outcome === 'win' } });
}
