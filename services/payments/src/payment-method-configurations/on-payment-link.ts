import type { PaymentLink } from '@mizan/contracts';
import type { consumer, Tx } from '@mizan/service-kit';
import { endUses } from './use-payment-method-configuration.ts';

/** A link uses the configuration that it names, and no other. */
export const onPaymentLink = {
  'payment_link.created': (tx, { object }) => recordLinkUse(tx, object),
  'payment_link.updated': async (tx, { object, previousAttributes }) => {
    if (!previousAttributes || !('paymentMethodConfigurationId' in previousAttributes)) return;
    await endUses(tx, object.id);
    await recordLinkUse(tx, object);
  },
} satisfies Parameters<typeof consumer>[1];

async function recordLinkUse(
  tx: Tx,
  { id, paymentMethodConfigurationId }: Pick<PaymentLink, 'id' | 'paymentMethodConfigurationId'>,
): Promise<void> {
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
