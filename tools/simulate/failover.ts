import { runNode } from '../run-command.ts';

/**
 * Buyers pay while the first provider of their method is unreachable, fails, loses answers, answers late and recovers, on a
 * platform and stand-ins of their own. Every purchase is compared with what both providers received. Needs no running stack.
 *
 * @returns whether none was lost and none paid twice
 */
export async function tryFailover(buyers: number, seed: number): Promise<boolean> {
  process.env['MIZAN_FAILOVER_BUYERS'] = String(buyers);
  process.env['MIZAN_SEED'] = String(seed);
  return (await runNode(['tools/test.ts', 'e2e/failover', '--maxWorkers=1'])) === 0;
}
