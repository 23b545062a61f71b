import type { PaymentLink } from '@mizan/contracts';
import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import { paymentMethodConfigurationUses } from './payment-method-configuration.table.ts';
import { endUses } from './use-payment-method-configuration.ts';

/** A link uses the configuration that it names, and no other. */
export const onPaymentLinkCreated = (tx: Tx, { object }: BusEvent<'payment_link.created'>): Promise<void> =>
  recordLinkUse(tx, object);

export async function onPaymentLinkUpdated(
  tx: Tx,
  { object, previousAttributes }: BusEvent<'payment_link.updated'>,
): Promise<void> {
  if (!previousAttributes || !('paymentMethodConfigurationId' in previousAttributes)) return;
  await endUses(tx, object.id);
  await recordLinkUse(tx, object);
}

async function recordLinkUse(
  tx: Tx,
  { id, paymentMethodConfigurationId }: Pick<PaymentLink, 'id' | 'paymentMethodConfigurationId'>,
): Promise<void> {
  if (paymentMethodConfigurationId === undefined) return;
  await tx.sql`
    ${paymentMethodConfigurationUses.into('merchantId', 'livemode', 'usedBy', 'configurationId')}
    select merchant_id, livemode, ${id}, id from payment_method_configurations
    where ${own(tx)} and id = ${paymentMethodConfigurationId} and not is_default
    for key share
    on conflict (merchant_id, livemode, used_by, configuration_id) do update set until = null`;
}
