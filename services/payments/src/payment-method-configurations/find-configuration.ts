import { PaymentMethodType } from '@mizan/contracts';
import { own, type Reader, type RepairContext, resourceMissing, type Tx } from '@mizan/service-kit';
import { newConfiguration } from './create-payment-method-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations } from './payment-method-configuration.table.ts';

/** The configuration, locked: a checkout that is about to use it waits. @throws Problem `resource_missing` */
export async function lockConfiguration(tx: Tx, id: string): Promise<PaymentMethodConfigurationRow> {
  const row = await tx.one<PaymentMethodConfigurationRow>`
    select ${paymentMethodConfigurations.columns} from payment_method_configurations
    where ${own(tx)} and id = ${id} for update`;
  if (!row) throw resourceMissing();
  return row;
}

/**
 * The configuration that applies where no other is named. It is created when it is first needed, with every method enabled
 * and no limits of its own; concurrent requests create one.
 */
export const defaultConfiguration = async (context: RepairContext): Promise<PaymentMethodConfigurationRow> =>
  (await findDefault(context)) ?? context.transact(createDefault);

const findDefault = ({ one, scope }: Pick<Reader, 'one' | 'scope'>) =>
  one<PaymentMethodConfigurationRow>`
    select ${paymentMethodConfigurations.columns} from payment_method_configurations
    where ${own({ scope })} and is_default`;

async function createDefault(tx: Tx): Promise<PaymentMethodConfigurationRow> {
  const row = newConfiguration(tx, {
    name: 'Default',
    isDefault: true,
    methodTypes: PaymentMethodType.options.map((type) => ({ type, enabled: true, limits: [] })),
  });
  const made = await tx.one`
    ${paymentMethodConfigurations.insert([row])}
    on conflict (merchant_id, livemode) where is_default do nothing returning id`;
  if (made) {
    tx.emit('payment_method_configuration.created', { object: toConfigurationResource(row), version: row.version });
    return row;
  }
  const other = await findDefault(tx);
  if (!other) throw new Error('bug: a default configuration is gone');
  return other;
}
