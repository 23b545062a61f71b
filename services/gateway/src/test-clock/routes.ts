import { command, query, type Database, type RoutesOf } from '@mizan/service-kit';
import { advanceClock, announceAdvance } from './advance-test-clock.ts';

/** The clock of an account's test mode. */
export const testClockRoutes = (db: Database): Pick<RoutesOf<'gateway'>, 'getTestClock' | 'advanceTestClock'> => ({
  getTestClock: query(async ({ now }) => ({
    object: 'test_clock',
    now: now.toISOString(),
    aheadSeconds: Math.max(0, Math.round((now.getTime() - Date.now()) / 1_000)),
  })),
  advanceTestClock: command({
    load: (context, { body }) => advanceClock(db, context, body),
    run: async (tx, _input, advanced) => announceAdvance(tx, advanced),
  }),
});
