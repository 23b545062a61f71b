import type { Tx } from '@mizan/service-kit';
import type { CaptureRow } from './capture.entity.ts';

/**
 * Writes the next capture of a charge, under the lock of its payment. One at a time: while one is undecided there is no
 * next.
 *
 * @returns its number, 1 for the first; undefined when another is undecided
 */
export async function insertCapture(
  tx: Tx,
  { charge_id, amount, is_final, status, next_sync_at }: Omit<CaptureRow, CountedColumns>,
): Promise<number | undefined> {
  const { merchantId, livemode } = tx.scope;
  const made = await tx.one<{ n: number }>`
    insert into captures
      (charge_id, n, merchant_id, livemode, amount, is_final, status, next_sync_at, sync_attempts, created_at)
    select ${charge_id}, count(*) + 1, ${merchantId}, ${livemode}, ${amount}, ${is_final}, ${status}, ${next_sync_at},
      0, ${tx.now}
    from captures where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${charge_id}
    having count(*) filter (where status = 'PENDING') = 0
    returning n`;
  return made?.n;
}

type CountedColumns = 'n' | 'merchant_id' | 'livemode' | 'sync_attempts' | 'created_at';
