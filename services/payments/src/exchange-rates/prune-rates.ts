import { acrossMerchants, type JobContext } from '@mizan/service-kit';
import { seedSource } from './find-rates.ts';

/**
 * How long a rate is kept that no payment was priced with. A checkout that locked one creates its payment within a day, and
 * keeps the rate's value itself.
 */
export const rateRetentionDays = 90;
const batchRows = 1_000; // short transactions, so that vacuum keeps up

/**
 * Deletes rates that no longer apply, once they are older than {@link rateRetentionDays}, with the notices that they were
 * stale. The newest of a pair is kept, and so is each that a payment shows as its `exchangeRateId`.
 */
export async function pruneRates({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const pruned = await db.system.sql`
    with old as (
      select id from exchange_rates r
      where ${acrossMerchants} and created_at < now() - ${rateRetentionDays} * interval '1 day' and source <> ${seedSource}
        and exists (
          select 1 from exchange_rates newer
          where newer.merchant_id = r.merchant_id and newer.livemode = r.livemode
            and newer.base = r.base and newer.quote = r.quote and newer.source <> ${seedSource}
            and (newer.fetched_at, newer.id) > (r.fetched_at, r.id))
        and not exists (
          select 1 from payment_intents
          where presentment_details is not null and presentment_details ->> 'exchangeRateId' = r.id)
      order by created_at limit ${batchRows}),
    forgotten as (delete from stale_rate_notices n using old where n.rate_id = old.id)
    delete from exchange_rates r using old where r.id = old.id returning 1`;
  return pruned.length;
}
