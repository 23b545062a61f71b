import { acrossMerchants, fragment, type JobContext, log, sweep } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { disputes } from '../payment/dispute.table.ts';
import { lockDispute } from './lock-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

const batchSize = 50; // the next pass follows at once while there are more

/** Loses the simulator's disputes whose evidence was not submitted in time, by the account's clock. */
export const loseMissedDisputes = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<DisputeRow>(context, {
    failure: { event: 'dispute.loss_failed', ids: ({ id }) => ({ disputeId: id }) },
    due: ({ system }, clocks) => system.sql<DisputeRow>`
      select ${disputes.columns} from disputes
      where ${acrossMerchants} and ${clocks.isDue(fragment`lost_at`, fragment`disputes`)}
      order by lost_at, id limit ${batchSize}`,
    handle: async ({ id }, scope, now) => {
      const status = await context.db.transact(
        scope,
        async (tx) => {
          const locked = await lockDispute(tx, id);
          const { lostAt } = locked.dispute.row;
          if (lostAt === null || lostAt > now) return undefined; // evidence was submitted meanwhile
          return (await settleDispute(tx, app, { ...locked, change: { status: 'LOST' } })).status;
        },
        now,
      );
      log.info({ event: 'dispute.missed', disputeId: id, merchantId: scope.merchantId, status });
    },
  });
