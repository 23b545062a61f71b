import type { CheckoutSession } from '@mizan/contracts';
import { consumer, type Tx } from '@mizan/service-kit';
import { endUses } from './use-payment-method-configuration.ts';

/** A session that is over no longer keeps its configuration; a link keeps the one that it names, and no other. */
export const configurationConsumer = consumer('configurations', {
  'checkout.session.completed': (tx, { object }) => endSession(tx, object),
  'checkout.session.expired': (tx, { object }) => endSession(tx, object),
  'payment_link.created': (tx, { object }) => recordLinkUse(tx, object),
  'payment_link.updated': async (tx, { object, previousAttributes }) => {
    if (!previousAttributes || !('paymentMethodConfigurationId' in previousAttributes)) return;
    await endUses(tx, object.id);
    await recordLinkUse(tx, object);
  },
});

type ConfigurationUser = Pick<CheckoutSession, 'id' | 'paymentMethodConfigurationId'>;

async function endSession(tx: Tx, { id, paymentMethodConfigurationId }: ConfigurationUser): Promise<void> {
  if (paymentMethodConfigurationId !== undefined) await endUses(tx, id);
}

async function recordLinkUse(tx: Tx, { id, paymentMethodConfigurationId }: ConfigurationUser): Promise<void> {
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
