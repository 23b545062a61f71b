import { command, type RoutesOf } from '@mizan/service-kit';
import { clearTestData } from './clear-test-data.ts';

/** The data of an account's test mode. */
export const testDataRoutes: Pick<RoutesOf<'gateway'>, 'deleteTestData'> = {
  deleteTestData: command({
    ask: (context) => clearTestData(context),
    run: (_tx, _input, deleted) => Promise.resolve(deleted),
  }),
};
