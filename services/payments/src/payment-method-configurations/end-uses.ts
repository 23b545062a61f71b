import type { CheckoutSession } from '@mizan/contracts';
import { consumer, type JobContext, type Tx } from '@mizan/service-kit';

const batchRows = 1_000; // short statements, so that vacuum keeps up

/** A session that is over no longer keeps its configuration; a link keeps the one that it names, and no other. */
export const configurationConsumer = consumer({
  name: 'configurations',
  purpose: 'releases payment method configurations that checkouts no longer use',
  on: {
    'checkout.session.completed': (tx, { object }) => endSession(tx, object),
    'checkout.session.expired': (tx, { object }) => endSession(tx, object),
    'payment_link.created': (tx, { object }) => keepForLink(tx, object),
    'payment_link.updated': async (tx, { object, previousAttributes }) => {
      if (!previousAttributes || !('paymentMethodConfigurationId' in previousAttributes)) return;
      await endUses(tx, object.id);
      await keepForLink(tx, object);
    },
  },
});

type User = Pick<CheckoutSession, 'id' | 'paymentMethodConfigurationId'>;

async function endSession(tx: Tx, { id, paymentMethodConfigurationId }: User): Promise<void> {
  if (paymentMethodConfigurationId !== undefined) await endUses(tx, id);
}

async function endUses(tx: Tx, id: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    delete from payment_method_configuration_uses
    where merchant_id = ${merchantId} and livemode = ${livemode} and used_by = ${id}`;
}

async function keepForLink(tx: Tx, { id, paymentMethodConfigurationId }: User): Promise<void> {
  if (paymentMethodConfigurationId === undefined) return;
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    insert into payment_method_configuration_uses (merchant_id, livemode, used_by, configuration_id)
    select merchant_id, livemode, ${id}, id from payment_method_configurations
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${paymentMethodConfigurationId}
      and not is_default
    for key share
    on conflict (merchant_id, livemode, used_by, configuration_id) do update set until = null`;
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
