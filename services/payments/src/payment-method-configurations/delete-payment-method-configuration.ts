import { own, Problem, type Tx } from '@mizan/service-kit';
import { lockConfiguration } from './find-configuration.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

/**
 * Deletes a configuration that no open session or link uses. Sessions that have ended keep what they offered.
 *
 * @throws Problem `resource_missing`, `cannot_delete_default`, `configuration_in_use`
 */
export async function deletePaymentMethodConfiguration(
  tx: Tx,
  id: string,
): Promise<{ id: string; object: 'payment_method_configuration'; deleted: true }> {
  const row = await lockConfiguration(tx, id);
  if (row.isDefault) throw new Problem('cannot_delete_default', 'The default configuration cannot be deleted.');
  const use = await tx.one<{ usedBy: string; until: Date | null }>`
    select used_by, until from payment_method_configuration_uses
    where ${own(tx)} and configuration_id = ${id} and (until is null or until > ${tx.now})
    order by until desc nulls first limit 1`;
  if (use) throw new Problem('configuration_in_use', inUse(use));

  tx.alongCommit`delete from payment_method_configuration_uses where ${own(tx)} and configuration_id = ${id}`;
  tx.alongCommit`delete from payment_method_configurations where ${own(tx)} and id = ${id}`;
  tx.emit('payment_method_configuration.deleted', { object: toConfigurationResource(row), version: row.version + 1 });
  return { id, object: 'payment_method_configuration', deleted: true };
}

/** Names the checkout session or payment link that uses it longest. */
const inUse = ({ usedBy, until }: { readonly usedBy: string; readonly until: Date | null }): string =>
  `${usedBy} uses this configuration${until === null ? '' : ` until ${until.toISOString()} at the latest`}. ` +
  'Expire a checkout session, or give a payment link another configuration, before you delete it.';
