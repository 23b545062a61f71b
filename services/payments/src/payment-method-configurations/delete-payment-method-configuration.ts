import { own, Problem, type Tx } from '@mizan/service-kit';
import { lockConfiguration } from './find-configuration.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

/** A use of a configuration by a checkout session or payment link. */
interface Use {
  readonly usedBy: string;
  /** Null: until the payment link names another configuration. */
  readonly until: Date | null;
}

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
  const use = await tx.one<Use>`
    select used_by, until from payment_method_configuration_uses
    where ${own(tx)} and configuration_id = ${id} and (until is null or until > ${tx.now})
    order by until desc nulls first limit 1`;
  if (use) throw new Problem('configuration_in_use', inUse(use));

  tx.alongCommit`delete from payment_method_configuration_uses where ${own(tx)} and configuration_id = ${id}`;
  tx.alongCommit`delete from payment_method_configurations where ${own(tx)} and id = ${id}`;
  tx.emit('payment_method_configuration.deleted', { object: toConfigurationResource(row), version: row.version + 1 });
  return { id, object: 'payment_method_configuration', deleted: true };
}

/** Names the checkout session or payment link that uses it longest. Its creation may have been refused since: then only the time helps. */
function inUse({ usedBy, until }: Use): string {
  if (until === null)
    return `${usedBy} uses this configuration. Give that payment link another one before you delete this one.`;
  const orExpire = usedBy.startsWith('cs_') ? ', or as soon as that session has expired' : '';
  return `This configuration is reserved for ${usedBy} until ${until.toISOString()}. Delete it then${orExpire}.`;
}
