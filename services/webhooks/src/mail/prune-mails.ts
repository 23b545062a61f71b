import { acrossMerchants, job, newId, type Job } from '@mizan/service-kit';

const everyMs = 10 * 60_000;
const batchRows = 1_000; // short transactions, so that vacuum keeps up

/** Deletes mail that is finished and as old as events that are deleted. Ids begin with their time. */
export const pruneMails = ({ retentionDays }: { readonly retentionDays: number }): Job =>
  job('prune-mails', {
    everyMs,
    run: async ({ db }) => {
      const before = newId('eml', Date.now() - retentionDays * 24 * 60 * 60_000);
      const rows = await db.system.sql`
        delete from mails where ${acrossMerchants} and id = any(array(
          select id from mails
          where ${acrossMerchants} and id < ${before} and status not in ('PENDING', 'SENDING')
          order by id limit ${batchRows} for update skip locked)) returning 1`;
      return rows.length;
    },
  });
