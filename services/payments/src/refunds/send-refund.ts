import { fragment, own, type Scope } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import { isHeldByRestore } from '../restores/held-by-restore.ts';

/** What a provider is called with. */
interface RefundToSend {
  readonly refundId: string;
  readonly chargeId: string;
  /** In minor units of the charge's currency. */
  readonly amount: number;
}

/**
 * Has the provider return the money of a refund that is pending; no transaction is open. One that has ended meanwhile, for
 * example because an operator resolved it, is not sent: the merchant may have been credited. Nor is one that is held after a restore:
 * it may have been sent after the backup.
 *
 * @param at.createdAfter an older one is left to the janitor
 */
export async function sendRefund(
  { db, providers }: App,
  { scope, now, createdAfter }: { readonly scope: Scope; readonly now: Date; readonly createdAfter?: Date },
  refund: RefundToSend,
): Promise<RefundOutcome> {
  const isPending = await db.system.one`
    select 1 from refunds where ${own({ scope })} and id = ${refund.refundId} and status = 'PENDING'
      and created_at > ${createdAfter ?? new Date(0)}
      and not (livemode and ${isHeldByRestore(fragment`refunds.created_at`)})`;
  if (!isPending)
    return {
      kind: 'unknown',
      cause: new Error(`${refund.refundId} is not sent: it ended, is the janitor's, or is held after a restore`),
    };
  return providers.moneyOf(scope).refund({ ...refund, now });
}
