import type { CheckoutSession } from '@mizan/contracts';
import { consumer, type JobContext, type Tx } from '@mizan/service-kit';

const batchRows = 1_000; // short statements, so that vacuum keeps up

/** A session that is over no longer keeps its configuration. */
export const configurationConsumer = consumer('configurations', {
  'checkout.session.completed': (tx, { object }) => endUse(tx, object),
  'checkout.session.expired': (tx, { object }) => endUse(tx, object),
});

async function endUse(tx: Tx, session: Pick<CheckoutSession, 'id' | 'paymentMethodConfigurationId'>): Promise<void> {
  if (session.paymentMethodConfigurationId === undefined) return;
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    delete from payment_method_configuration_uses
    where merchant_id = ${merchantId} and livemode = ${livemode} and used_by = ${session.id}`;
}

/** Forgets uses whose time is over: of sessions that were refused in the end, and never were. */
export async function forgetEndedUses({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const ended = await db.system.sql`
    delete from payment_method_configuration_uses
    where (merchant_id, livemode, used_by, configuration_id) in (
      select merchant_id, livemode, used_by, configuration_id from payment_method_configuration_uses
      where until < now() limit ${batchRows})
    returning 1`;
  return ended.length;
}
