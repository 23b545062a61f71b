import { resourceMissing, type Tx } from '@mizan/service-kit';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';

/**
 * The configuration, locked until the transaction ends: whoever begins to use it meanwhile waits.
 *
 * @throws Problem `resource_missing`: no such configuration for this merchant and mode
 */
export async function lockConfiguration(tx: Tx, id: string): Promise<PaymentMethodConfigurationRow> {
  const { merchantId, livemode } = tx.scope;
  const row = await tx.one<PaymentMethodConfigurationRow>`
    select * from payment_method_configurations
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for update`;
  if (!row) throw resourceMissing();
  return row;
}
