import {
  fixedConfigurationFields,
  type PaymentMethodConfiguration,
  type UpdatePaymentMethodConfiguration,
} from '@mizan/contracts';
import { checkFixedFields, formerAttributes, json, Problem, type Tx } from '@mizan/service-kit';
import { lockConfiguration } from './find-configuration.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

/**
 * Changes a configuration, for checkouts that are created from now on. A request with the stored values changes nothing.
 *
 * @throws Problem `resource_missing`: no such configuration for this merchant and mode
 * @throws Problem `cannot_rename_default`
 * @throws Problem `parameter_invalid`: a field that cannot change would
 */
export async function updatePaymentMethodConfiguration(
  tx: Tx,
  id: string,
  body: UpdatePaymentMethodConfiguration,
): Promise<PaymentMethodConfiguration> {
  const before = await lockConfiguration(tx, id);
  const { name, paymentMethodTypes } = body;
  const after = {
    ...before,
    name: name ?? before.name,
    method_types: paymentMethodTypes ?? before.method_types,
    version: before.version + 1,
    updated_at: tx.now,
  };
  if (before.is_default && after.name !== before.name)
    throw new Problem('cannot_rename_default', 'The default configuration keeps its name.', { param: 'name' });
  const [was, is] = [toConfigurationResource(before), toConfigurationResource(after)];
  checkFixedFields(fixedConfigurationFields, body, was);
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;

  tx.alongCommit`
    update payment_method_configurations set name = ${after.name}, method_types = ${json(after.method_types)},
      version = ${after.version}, updated_at = ${after.updated_at}
    where merchant_id = ${before.merchant_id} and livemode = ${before.livemode} and id = ${id}`;
  tx.emit('payment_method_configuration.updated', { object: is, version: after.version, previousAttributes });
  return is;
}
