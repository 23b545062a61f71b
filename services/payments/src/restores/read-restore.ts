import type { HeldRefund, Restore } from '@mizan/contracts';
import { acrossMerchants, fragment, type SystemReader } from '@mizan/service-kit';
import { isHeldByRestore } from './held-by-restore.ts';
import type { RestoreRow } from './restore.entity.ts';
import { restores } from './restore.table.ts';

const shownMax = 100;
const nothing: Pick<Restore, 'held' | 'heldRefunds'> = {
  held: { payouts: 0, refunds: 0, lateSuccesses: 0 },
  heldRefunds: [],
};

/** The last restore, and what it holds. */
export async function getRestore(reader: SystemReader): Promise<Restore> {
  const last = await reader.one<RestoreRow>`
    select ${restores.columns} from restores where ${acrossMerchants} order by restored_at desc limit 1`;
  return {
    object: 'restore',
    restoredTo: last?.restoredTo.toISOString() ?? null,
    restoredAt: last?.restoredAt.toISOString() ?? null,
    releasedAt: last?.releasedAt?.toISOString() ?? null,
    ...(last && last.releasedAt === null ? await readHeld(reader) : nothing),
  };
}

/** The index of pending refunds, and of those that are due, has few rows; so have payouts that are PENDING and late successes. */
const isHeldRefund = fragment`
  refunds.livemode and refunds.status = 'PENDING' and refunds.next_sync_at is not null and refunds.external_refund_id is null
    and ${isHeldByRestore(fragment`refunds.created_at`)}`;

async function readHeld({ one, sql }: SystemReader): Promise<Pick<Restore, 'held' | 'heldRefunds'>> {
  const held = await one<Restore['held']>`
    select
      (select count(*) from payouts where ${acrossMerchants} and livemode and status = 'PENDING')::int as payouts,
      (select count(*) from refunds where ${acrossMerchants} and ${isHeldRefund})::int as refunds,
      (select count(*) from late_successes where ${acrossMerchants} and livemode)::int as late_successes`;
  const rows = await sql<Omit<HeldRefund, 'createdAt'> & { readonly createdAt: Date }>`
    select refunds.id, refunds.merchant_id as account_id, refunds.payment_intent_id, charges.provider, refunds.amount,
      refunds.currency, refunds.created_at
    from refunds join charges on charges.id = refunds.charge_id
    where ${acrossMerchants} and ${isHeldRefund}
    order by refunds.created_at, refunds.id limit ${shownMax}`;
  const heldRefunds = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { held: held ?? nothing.held, heldRefunds };
}
