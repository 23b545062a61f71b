import type { CreatePaymentMethodConfiguration, PaymentMethodConfiguration } from '@mizan/contracts';
import { fragment, newId, type Reader, type Tx } from '@mizan/service-kit';
import { rowsOf } from '../tables/rows.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

/** Creates a configuration; the contract ensures that it enables a method. */
export async function createPaymentMethodConfiguration(
  tx: Tx,
  body: CreatePaymentMethodConfiguration,
): Promise<PaymentMethodConfiguration> {
  const row = newConfiguration(tx, { name: body.name, is_default: false, method_types: body.paymentMethodTypes });
  tx.alongCommit`insert into payment_method_configurations select * from ${configurationRows([row])}`;
  const resource = toConfigurationResource(row);
  tx.emit('payment_method_configuration.created', { object: resource, version: row.version });
  return resource;
}

/** A configuration before it is written. */
export const newConfiguration = (
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  given: Pick<PaymentMethodConfigurationRow, 'name' | 'is_default' | 'method_types'>,
): PaymentMethodConfigurationRow => ({
  id: newId('pmc'),
  merchant_id: scope.merchantId,
  livemode: scope.livemode,
  version: 1,
  ...given,
  created_at: now,
  updated_at: now,
});

/** Rows to insert. */
export const configurationRows = (rows: readonly PaymentMethodConfigurationRow[]) =>
  rowsOf(fragment`null::payment_method_configurations`, rows);
