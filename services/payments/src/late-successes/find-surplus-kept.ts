import { acrossMerchants, type SystemReader } from '@mizan/service-kit';

/** More than a day: money whose refund has failed is refunded again after a day, and waits for nothing until then. */
const keptHours = 25;
const shownMax = 20;

/**
 * Live money that a payment did not need and that is not refunded, for the operator. What is refunded leaves the table at once, so
 * that it has few rows.
 */
export async function findSurplusKept(db: SystemReader): Promise<string[]> {
  const kept = await db.sql<{ readonly chargeId: string; readonly merchantId: string }>`
    select charge_id, merchant_id from late_successes
    where ${acrossMerchants} and livemode and is_surplus and created_at < now() - make_interval(hours => ${keptHours})
    order by created_at limit ${shownMax}`;
  return kept.map(
    ({ chargeId, merchantId }) =>
      `The charge ${chargeId} of ${merchantId} was not needed by its payment, and is not refunded for more than a day. The log of payments says why in its \`late_success.undecided\` lines.`,
  );
}
