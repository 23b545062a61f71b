import { fragment, type Fragment, own, type Scope } from '@mizan/service-kit';
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
 * A condition on `refunds`: an earlier refund of the charge is older than a restore, and undecided. It may have been sent after the backup, and
 * what the provider shows of it must not be taken for one that was made elsewhere before a later refund was sent.
 */
const hasUnclearSibling = (scope: Scope): Fragment => fragment`exists (
  select from refunds earlier
  where ${own({ scope }, 'earlier')}
    and earlier.charge_id = refunds.charge_id and (earlier.created_at, earlier.id) < (refunds.created_at, refunds.id)
    and earlier.status = 'PENDING' and earlier.next_sync_at is not null and earlier.external_refund_id is null
    and exists (select from restores where restored_at >= earlier.created_at))`;

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
  const maySend = await db.system.one`
    select 1 from refunds where ${own({ scope })} and id = ${refund.refundId} and status = 'PENDING'
      and created_at > ${createdAfter ?? new Date(0)}
      and not (livemode and (${isHeldByRestore(fragment`refunds.created_at`)} or ${hasUnclearSibling(scope)}))`;
  if (!maySend) {
    const reason =
      'it ended, is the janitor’s, is held after a restore, or waits for one of its charge that may have been sent before';
    return { kind: 'unknown', cause: new Error(`${refund.refundId} is not sent: ${reason}`) };
  }
  return providers.moneyOf(scope).refund({ ...refund, now });
}
