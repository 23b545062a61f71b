import type { Restore } from '@mizan/contracts';
import { acrossMerchants, fragment, type SystemReader } from '@mizan/service-kit';
import { isHeldByRestore } from './held-by-restore.ts';
import type { RestoreRow } from './restore.entity.ts';
import { restores } from './restore.table.ts';

/** The last restore, and what it holds. */
export async function getRestore(reader: SystemReader): Promise<Restore> {
  const last = await reader.one<RestoreRow>`
    select ${restores.columns} from restores where ${acrossMerchants} order by restored_at desc limit 1`;
  return {
    object: 'restore',
    restoredTo: last?.restoredTo.toISOString() ?? null,
    restoredAt: last?.restoredAt.toISOString() ?? null,
    releasedAt: last?.releasedAt?.toISOString() ?? null,
    held: last && last.releasedAt === null ? await countHeld(reader) : { refunds: 0, payouts: 0 },
  };
}

/** Both queries read an index of what is pending alone. */
async function countHeld({ one }: SystemReader): Promise<Restore['held']> {
  const held = await one<Restore['held']>`
    select
      (select count(*) from refunds
        where ${acrossMerchants} and livemode and status = 'PENDING' and next_sync_at is not null
          and ${isHeldByRestore(fragment`refunds.created_at`)})::int as refunds,
      (select count(*) from payouts where ${acrossMerchants} and livemode and status = 'PENDING')::int as payouts`;
  return held ?? { refunds: 0, payouts: 0 };
}
