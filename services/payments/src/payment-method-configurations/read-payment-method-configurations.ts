import type { Operations, PaymentMethodConfiguration, QueryOf, ResponseOf } from '@mizan/contracts';
import { own, type Reader, readPage, type RepairContext, resourceMissing } from '@mizan/service-kit';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations } from './payment-method-configuration.table.ts';

type ListConfigurations = Operations['listPaymentMethodConfigurations'];

/** @throws Problem `resource_missing` */
export async function getPaymentMethodConfiguration(reader: Reader, id: string): Promise<PaymentMethodConfiguration> {
  const row = await reader.one<PaymentMethodConfigurationRow>`
    select ${paymentMethodConfigurations.columns} from payment_method_configurations
    where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toConfigurationResource(row);
}

/** A page of configurations, newest first. The default one is created if it was not needed before. */
export async function listPaymentMethodConfigurations(
  context: RepairContext,
  query: QueryOf<ListConfigurations>,
): Promise<ResponseOf<ListConfigurations>> {
  await defaultConfiguration(context);
  const { rows, totalCount } = await readPage(context, paymentMethodConfigurations, { page: query });
  return { data: rows.map(toConfigurationResource), totalCount };
}
