import type { SystemReader } from '@mizan/service-kit';
import { getRestore } from './read-restore.ts';

/** Says to the operator that money is held since a restore. */
export async function findHeldMoney(reader: SystemReader): Promise<string[]> {
  const { restoredTo, releasedAt, held } = await getRestore(reader);
  if (restoredTo === null || releasedAt !== null) return [];
  return [
    `The platform was restored to the state of ${restoredTo}. Held until \`mizan restored release\`: all payouts (${held.payouts} to export), refunds that are older than the restore (${held.refunds}), and refunds of money that came late or was not needed (${held.lateSuccesses}). Compare first what your bank and the providers have carried out since then: \`mizan restored show\`.`,
  ];
}
