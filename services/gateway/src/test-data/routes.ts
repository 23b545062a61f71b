import { command, type RoutesOf } from '@mizan/service-kit';
import { clearServices, deleteTestData } from './delete-test-data.ts';

/** The data of an account's test mode. */
export const testDataRoutes: Pick<RoutesOf<'gateway'>, 'deleteTestData'> = {
  deleteTestData: command({
    load: (context) => clearServices(context),
    run: (tx, _input, deleted) => deleteTestData(tx, deleted),
  }),
};
