import {
  fixedConfigurationFields,
  type PaymentMethodConfiguration,
  type UpdatePaymentMethodConfiguration,
} from '@mizan/contracts';
import { checkFixedFields, formerAttributes, own, Problem, type Tx } from '@mizan/service-kit';
import { lockConfiguration } from './find-configuration.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations } from './payment-method-configuration.table.ts';

/**
 * Changes a configuration, for checkouts that are created from now on; where it is the default one, once the checkout has
 * received the event. A request with the stored values changes nothing.
 *
 * @throws Problem `resource_missing`, `cannot_rename_default`, `parameter_invalid`
 */
export async function updatePaymentMethodConfiguration(
  tx: Tx,
  id: string,
  body: UpdatePaymentMethodConfiguration,
): Promise<PaymentMethodConfiguration> {
  const before = await lockConfiguration(tx, id);
  const changes = {
    name: body.name ?? before.name,
    methodTypes: body.paymentMethodTypes ?? before.methodTypes,
    version: before.version + 1,
    updatedAt: tx.now,
  };
  const after = { ...before, ...changes };
  if (before.isDefault && after.name !== before.name)
    throw new Problem('cannot_rename_default', 'The default configuration keeps its name.', { param: 'name' });
  const [was, is] = [toConfigurationResource(before), toConfigurationResource(after)];
  checkFixedFields(fixedConfigurationFields, body, was);
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;

  tx.alongCommit`
    update payment_method_configurations set ${paymentMethodConfigurations.set(changes)}
    where ${own(tx)} and id = ${id}`;
  tx.emit('payment_method_configuration.updated', { object: is, version: after.version, previousAttributes });
  return is;
}
