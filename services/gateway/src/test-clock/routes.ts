import { command, query, type Database, type RoutesOf } from '@mizan/service-kit';
import { advanceServices, advanceTestClock } from './advance-test-clock.ts';
import { getTestClock } from './read-test-clock.ts';

/** The clock of an account's test mode. */
export const testClockRoutes = (app: {
  readonly db: Database;
}): Pick<RoutesOf<'gateway'>, 'getTestClock' | 'advanceTestClock'> => ({
  getTestClock: query(async (reader) => getTestClock(reader)),
  advanceTestClock: command({
    load: (context, { body }) => advanceServices(context, app, body),
    run: async (tx, _input, advanced) => advanceTestClock(tx, advanced),
  }),
});
