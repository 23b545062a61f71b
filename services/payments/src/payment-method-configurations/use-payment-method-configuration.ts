import type { calls, ReplyOf } from '@mizan/contracts';
import {
  type Autocommit,
  acrossMerchants,
  type CallInput,
  type JobContext,
  own,
  Problem,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations, paymentMethodConfigurationUses } from './payment-method-configuration.table.ts';

type UseCall = typeof calls.getPaymentMethodConfiguration;

/**
 * The configuration of a checkout that is being created, or the default one. It counts as used until the checkout has
 * ended, before it is returned.
 *
 * @throws Problem `resource_missing`: no such configuration for this merchant and mode
 */
export async function usePaymentMethodConfiguration(
  autocommit: Autocommit,
  app: App,
  { body }: CallInput<UseCall>,
): Promise<ReplyOf<UseCall>> {
  const { id, usedBy } = body;
  if (id === null) return { configuration: toConfigurationResource(await defaultConfiguration(autocommit, app)) };
  // The lock waits for a concurrent deletion, and then does not find the configuration.
  const row = await autocommit.one<PaymentMethodConfigurationRow>`
    with configuration as (
      select ${paymentMethodConfigurations.columns} from payment_method_configurations
      where ${own(autocommit)} and id = ${id} for key share),
    marked as (
      ${paymentMethodConfigurationUses.into('merchantId', 'livemode', 'usedBy', 'configurationId', 'until')}
      select merchant_id, livemode, ${usedBy?.id ?? null}::text, id, ${usedBy?.until ?? null}::timestamptz
      from configuration where not is_default and ${usedBy !== null}::boolean
      on conflict (merchant_id, livemode, used_by, configuration_id) do update set until = excluded.until
      where payment_method_configuration_uses.until is not null)
    select ${paymentMethodConfigurations.as('configuration')} from configuration`;
  if (!row) throw new Problem('resource_missing', 'No such configuration in this account and mode.', { param: 'id' });
  return { configuration: toConfigurationResource(row) };
}

/** Ends all uses by a session or payment link. */
export async function endUses(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    delete from payment_method_configuration_uses
    where ${own(tx)} and used_by = ${id}`;
}

const batchRows = 1_000; // short statements, so that vacuum keeps up

/** Deletes uses that have expired: of sessions whose creation was refused afterwards. */
export async function deleteEndedUses({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const ended = await db.system.sql`
    delete from payment_method_configuration_uses
    where (merchant_id, livemode, used_by, configuration_id) in (
      select merchant_id, livemode, used_by, configuration_id from payment_method_configuration_uses
      where ${acrossMerchants} and until < now() limit ${batchRows})
    returning 1`;
  return ended.length;
}
