import type { AdvanceTestClock, TestClockAdvance } from '@mizan/contracts';
import { Problem, type LoadContext, type Database, type Tx } from '@mizan/service-kit';
import { ServiceClocks } from './service-clocks.ts';

/** The result of advancing, and how often this account's clock was advanced. */
export interface Advanced {
  readonly answer: TestClockAdvance;
  readonly version: number;
}

/**
 * Advances the clock of an account's test mode in every service. With `drain` it stops at each instant at which something is
 * due, lets the services do it, and continues with what that made due: everything happens at its own time and in order.
 *
 * @throws Problem `parameter_invalid`: the clock would go backwards
 */
export async function advanceServices(
  { scope, now: from, calls }: LoadContext,
  { db }: { readonly db: Database },
  { now, advance, drain }: AdvanceTestClock,
): Promise<Advanced> {
  const to = now === undefined ? new Date(from.getTime() + (advance ?? 0) * 1_000) : new Date(now);
  if (to < from)
    throw new Problem('parameter_invalid', 'The clock of test mode can only be advanced.', { param: 'now' });
  const clocks = await ServiceClocks.start(calls);
  const isDrained = drain ? await clocks.advanceThrough(to) : true;
  const aheadMs = await clocks.advanceTo(to);
  const version = await db.clocks.advance(db.system, scope.merchantId, aheadMs);
  const isSettled = (await clocks.settle()) && (!drain || (await clocks.runDueNow()));
  return {
    version,
    answer: {
      object: 'test_clock',
      from: from.toISOString(),
      to: to.toISOString(),
      jobsRun: clocks.jobsRun,
      eventsEmitted: clocks.eventsEmitted,
      idle: isDrained && isSettled && (!drain || !clocks.hasOverdueWork(to)),
    },
  };
}

/** Publishes that the clock was advanced; {@link advanceServices} has done it. */
export function advanceTestClock(tx: Tx, { answer, version }: Advanced): TestClockAdvance {
  const aheadSeconds = Math.max(0, Math.round((Date.parse(answer.to) - Date.now()) / 1_000));
  tx.emit('test_clock.advanced', { object: { object: 'test_clock', now: answer.to, aheadSeconds }, version });
  return answer;
}
