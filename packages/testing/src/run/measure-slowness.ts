import { availableParallelism, loadavg } from 'node:os';

const turns = 40_000_000;
const idleMs = 80; // what so many turns take on one of the two idle cores that all timeouts are written for
const slownessMax = 12; // a test that hangs must still end

/**
 * How many times slower this machine is now than two idle cores, at least 1: how long a fixed calculation takes, which
 * shows a slow or a shared processor, or how many processes have been waiting for each core during the last minute.
 */
export function measureSlowness(): number {
  const startedAt = performance.now();
  let sum = 1;
  for (let turn = 0; turn < turns; turn++) sum = Math.imul(sum ^ turn, 0x9e37_79b1);
  const calculation = (performance.now() - startedAt) / idleMs;
  const waiting = (loadavg()[0] ?? 0) / availableParallelism();
  if (sum === 0) throw new Error('bug: the calculation was optimised away');
  return Math.min(slownessMax, Math.max(1, calculation, waiting));
}
