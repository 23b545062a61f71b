import type { AdvanceTestClock, TestClockAdvance } from '@mizan/contracts';
import { Problem, type LoadContext, type Database, type Tx } from '@mizan/service-kit';
import { Walk } from './walk.ts';

/** What advancing did, and how often this account's clock was advanced. */
export interface Advanced {
  readonly answer: TestClockAdvance;
  readonly version: number;
}

/**
 * Advances the clock of an account's test mode in every service. With `drain` it stops at each instant at which something
 * comes due, does it there, and goes on from what that made due: everything happens at its own time and in its order.
 *
 * @throws Problem `parameter_invalid`: the clock would go back
 */
export async function advanceClock(
  db: Database,
  { scope, now: from, calls }: LoadContext,
  { now, advance, drain }: AdvanceTestClock,
): Promise<Advanced> {
  const to = now === undefined ? new Date(from.getTime() + (advance ?? 0) * 1_000) : new Date(now);
  if (to < from) throw new Problem('parameter_invalid', 'The clock of test mode only goes forward.', { param: 'now' });
  const walk = await Walk.begin(calls);
  const isDrained = drain ? await walk.through(to) : true;
  const aheadMs = await walk.to(to);
  const version = await db.clocks.advance(db.system, scope.merchantId, aheadMs);
  const isSettled = (await walk.settled()) && (!drain || (await walk.finish()));
  return {
    version,
    answer: {
      object: 'test_clock',
      from: from.toISOString(),
      to: to.toISOString(),
      jobsRun: walk.jobsRun,
      eventsEmitted: walk.eventsEmitted,
      idle: isDrained && isSettled && (!drain || !walk.isLate(to)),
    },
  };
}

/** Publishes what was advanced. */
export function announceAdvance(tx: Tx, { answer, version }: Advanced): TestClockAdvance {
  const aheadSeconds = Math.max(0, Math.round((Date.parse(answer.to) - Date.now()) / 1_000));
  tx.emit('test_clock.advanced', { object: { object: 'test_clock', now: answer.to, aheadSeconds }, version });
  return answer;
}
