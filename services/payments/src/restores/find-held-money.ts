import type { SystemReader } from '@mizan/service-kit';
import { getRestore } from './read-restore.ts';

/** Says to the operator that money is held since a restore. */
export async function findHeldMoney(reader: SystemReader): Promise<string[]> {
  const { restoredTo, releasedAt, held } = await getRestore(reader);
  if (restoredTo === null || releasedAt !== null) return [];
  return [
    `The platform was restored to the state of ${restoredTo}. Until \`mizan restored release\`, ${counted(held.payouts, 'payout')} cannot be exported and ${counted(held.refunds, 'refund')} from before are not sent: compare first what your bank and the providers have carried out since then (\`mizan restored show\`).`,
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
