import { command, type RoutesOf } from '@mizan/service-kit';
import { clearTestData } from './clear-test-data.ts';

/** The data of an account's test mode. */
export const testDataRoutes: Pick<RoutesOf<'gateway'>, 'deleteTestData'> = {
  deleteTestData: command({
    load: (context) => clearTestData(context),
    run: async (tx, _input, deleted) => {
      // The answers that these keys belonged to are gone, so they are free for any service; the gateway keeps its own.
      await tx.sql`
        delete from key_homes where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}
          and service <> 'gateway'`;
      return deleted;
    },
  }),
};
