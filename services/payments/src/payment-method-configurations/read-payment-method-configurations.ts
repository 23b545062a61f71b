import type { Operations, PaymentMethodConfiguration, QueryOf, ResponseOf } from '@mizan/contracts';
import { own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations } from './payment-method-configuration.table.ts';

type ListConfigurations = Operations['listPaymentMethodConfigurations'];

/** @throws Problem `resource_missing`: no such configuration for this merchant and mode */
export async function getPaymentMethodConfiguration(reader: Reader, id: string): Promise<PaymentMethodConfiguration> {
  const row = await reader.one<PaymentMethodConfigurationRow>`
    select ${paymentMethodConfigurations.columns} from payment_method_configurations
    where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toConfigurationResource(row);
}

/** A page of configurations, newest first. The default one is created if it was not needed before. */
export async function listPaymentMethodConfigurations(
  reader: Reader,
  app: App,
  query: QueryOf<ListConfigurations>,
): Promise<ResponseOf<ListConfigurations>> {
  await defaultConfiguration(reader, app);
  const { rows, totalCount } = await readPage(reader, paymentMethodConfigurations, { page: query });
  return { data: rows.map(toConfigurationResource), totalCount };
}
