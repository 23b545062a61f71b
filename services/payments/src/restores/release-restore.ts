import type { Restore } from '@mizan/contracts';
import { acrossMerchants, type Database, fragment, log, Problem } from '@mizan/service-kit';
import { refunds } from '../payment/refund.table.ts';
import { isHeldByRestore } from './held-by-restore.ts';
import { getRestore } from './read-restore.ts';
import { restores } from './restore.table.ts';

const soon = fragment`now() + interval '2 minutes'`;

/** Sends from now on what the last restore has held. @throws Problem `resource_invalid_state`: there was no restore */
export async function releaseRestore({ system }: Database): Promise<Restore> {
  const before = await getRestore(system);
  if (before.restoredAt === null)
    throw new Problem('resource_invalid_state', 'This platform was not restored from a backup.');
  if (before.releasedAt !== null) return before;
  // One statement: a crash leaves all of it held. What is being resolved now has ended before the janitor comes.
  await system.sql`
    with due as (
      update refunds set ${refunds.set({ nextSyncAt: soon })}
      where ${acrossMerchants} and livemode and status = 'PENDING' and next_sync_at > ${soon}
        and ${isHeldByRestore(fragment`refunds.created_at`)})
    update restores set ${restores.set({ releasedAt: fragment`now()` })}
    where ${acrossMerchants} and released_at is null`;
  log.warn({ event: 'restore.released', ...before.held });
  return getRestore(system);
}
