import { acrossMerchants, type Database } from '@mizan/service-kit';

const batchLines = 2_000;

/**
 * Adds lines sold to the sums that statistics read, which a trigger does when a line is marked. Another replica's lines are
 * left to it.
 *
 * @returns how many lines, at most a batch
 */
export async function sumSales(db: Database): Promise<number> {
  const summed = await db.system.sql`
    update sale_lines set is_summed = true
    from (
      select merchant_id, livemode, order_id, line_id from sale_lines
      where ${acrossMerchants} and not is_summed
      limit ${batchLines} for update skip locked
    ) as next
    where ${acrossMerchants} and (sale_lines.merchant_id, sale_lines.livemode, sale_lines.order_id, sale_lines.line_id)
      = (next.merchant_id, next.livemode, next.order_id, next.line_id)
    returning 1`;
  return summed.length;
}
