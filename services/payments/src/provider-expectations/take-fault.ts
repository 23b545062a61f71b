import type { ProviderFault, ProviderOperation } from '@mizan/contracts';
import type { Database, Scope } from '@mizan/service-kit';

/** An operation that is about to be asked of the simulator. */
export interface ExpectedOperation {
  readonly operation: ProviderOperation;
  /** Undefined where only the refund is known. */
  readonly chargeId?: string;
  readonly refundId?: string;
  /** Minor units; undefined where the request names none. */
  readonly amount?: number;
  /** The account's clock. */
  readonly now: Date;
}

/**
 * Uses up one time of the oldest expectation that an operation meets; undefined when it meets none. One statement and
 * its own transaction: operations in parallel, of other replicas too, wait for the row and then see what is left of it.
 */
export async function takeFault(
  db: Database,
  { merchantId, livemode }: Scope,
  { operation, now, ...about }: ExpectedOperation,
): Promise<ProviderFault | undefined> {
  const chargeId = about.chargeId ?? null;
  const refundId = about.refundId ?? null;
  const amount = about.amount ?? null;
  const taken = await db.system.one<{ fault: ProviderFault }>`
    with met as (
      select expected.id from provider_expectations expected
      where expected.merchant_id = ${merchantId} and expected.livemode = ${livemode}
        and expected.operation = ${operation} and expected.remaining > 0 and expected.expires_at > ${now}
        and (coalesce(expected.amount::text, expected.metadata::text, expected.reference) is null or exists (
          select 1 from charges charge
          join payment_intents intent on intent.merchant_id = charge.merchant_id and intent.livemode = charge.livemode
            and intent.id = charge.payment_intent_id
          left join refunds refund on refund.merchant_id = charge.merchant_id and refund.livemode = charge.livemode
            and refund.charge_id = charge.id and refund.id = ${refundId}::text
          where charge.merchant_id = ${merchantId} and charge.livemode = ${livemode}
            and charge.id = coalesce(${chargeId}::text, (
              select asked.charge_id from refunds asked
              where asked.merchant_id = ${merchantId} and asked.livemode = ${livemode} and asked.id = ${refundId}::text))
            and (expected.amount is null
              or expected.amount = coalesce(${amount}::bigint, refund.amount, charge.amount))
            and (expected.metadata is null or intent.metadata @> expected.metadata)
            and (expected.reference is null
              or expected.reference in (intent.id, charge.id, intent.checkout_session_id, refund.id))))
      order by expected.id limit 1
      for update of expected)
    update provider_expectations left_over set remaining = left_over.remaining - 1 from met
    where left_over.merchant_id = ${merchantId} and left_over.livemode = ${livemode} and left_over.id = met.id
      and left_over.remaining > 0
    returning left_over.fault`;
  return taken?.fault;
}
