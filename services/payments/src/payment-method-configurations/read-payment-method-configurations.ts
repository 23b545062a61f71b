import type { Operations, PaymentMethodConfiguration, QueryOf, ResponseOf } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

type ListConfigurations = Operations['listPaymentMethodConfigurations'];

/** @throws Problem `resource_missing`: no such configuration for this merchant and mode */
export async function getPaymentMethodConfiguration(reader: Reader, id: string): Promise<PaymentMethodConfiguration> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<PaymentMethodConfigurationRow>`
    select * from payment_method_configurations
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toConfigurationResource(row);
}

/** A page of configurations, newest first. The default one is created if it was not needed before. */
export async function listPaymentMethodConfigurations(
  reader: Reader,
  app: App,
  { page, limit }: QueryOf<ListConfigurations>,
): Promise<ResponseOf<ListConfigurations>> {
  const { merchantId, livemode } = reader.scope;
  await defaultConfiguration(reader, app);
  const [rows, counted] = await Promise.all([
    reader.sql<PaymentMethodConfigurationRow>`
      select * from payment_method_configurations where merchant_id = ${merchantId} and livemode = ${livemode}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ totalCount: number }>`
      select count(*) as "totalCount" from payment_method_configurations
      where merchant_id = ${merchantId} and livemode = ${livemode}`,
  ]);
  return { data: rows.map(toConfigurationResource), totalCount: counted?.totalCount ?? 0 };
}
