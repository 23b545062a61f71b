import type { CancelOutcome } from '../port/provider-outcome.ts';
import type { CancelRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { endKey, type FawryContext, orderKey, sendKey } from './fawry-store.ts';
import { attemptOf, standingOf } from './sync.ts';

/**
 * Closes an order that waits for its buyer. An outlet that has opened it may still take the money: `sync` finds it as
 * approved, and the platform sends it back.
 */
export async function cancel(context: FawryContext, { chargeId, now }: CancelRequest): Promise<CancelOutcome> {
  const sent = await context.store.putIfAbsent(sendKey(chargeId), { op: 'never' });
  if (expectRecord(sent, 'sent', 'never').op === 'never') return { kind: 'canceled' };
  if ((await context.store.get(orderKey(chargeId)))?.op === 'refused') return { kind: 'canceled' };
  const attempt = await attemptOf(context, chargeId);
  const standing = await standingOf(context, { chargeId, attempt, now });
  if (standing.kind === 'approved') return { kind: 'already_captured' };
  if (standing.kind === 'unknown') return standing;
  if (standing.kind === 'requires_action') {
    await cancelUnpaid(context, chargeId);
    const after = await standingOf(context, { chargeId, attempt, now });
    if (after.kind === 'approved') return { kind: 'already_captured' };
    if (after.kind === 'requires_action')
      return { kind: 'unknown', cause: new Error(`Fawry: the order of ${chargeId} was not canceled`) };
  }
  await context.store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'canceled' });
  return { kind: 'canceled' };
}
