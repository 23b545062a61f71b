import type { CreatePaymentMethodConfiguration, PaymentMethodConfiguration } from '@mizan/contracts';
import { newId, type Reader, type Tx } from '@mizan/service-kit';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations } from './payment-method-configuration.table.ts';

/** Creates a configuration; the contract ensures that it enables a method. */
export async function createPaymentMethodConfiguration(
  tx: Tx,
  body: CreatePaymentMethodConfiguration,
): Promise<PaymentMethodConfiguration> {
  const row = newConfiguration(tx, { name: body.name, isDefault: false, methodTypes: body.paymentMethodTypes });
  tx.alongCommit`${paymentMethodConfigurations.insert([row])}`;
  const resource = toConfigurationResource(row);
  tx.emit('payment_method_configuration.created', { object: resource, version: row.version });
  return resource;
}

/** A configuration before it is written. */
export const newConfiguration = (
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  given: Pick<PaymentMethodConfigurationRow, 'name' | 'isDefault' | 'methodTypes'>,
): PaymentMethodConfigurationRow => ({
  id: newId('pmc'),
  merchantId: scope.merchantId,
  livemode: scope.livemode,
  version: 1,
  ...given,
  createdAt: now,
  updatedAt: now,
});
