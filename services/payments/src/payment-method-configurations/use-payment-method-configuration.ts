import type { calls, ReplyOf } from '@mizan/contracts';
import {
  acrossMerchants,
  type CallInput,
  type JobContext,
  own,
  resourceMissing,
  type RepairContext,
  type Tx,
} from '@mizan/service-kit';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';
import { paymentMethodConfigurations, paymentMethodConfigurationUses } from './payment-method-configuration.table.ts';

type UseCall = typeof calls.getPaymentMethodConfiguration;
type UsedBy = CallInput<UseCall>['body']['usedBy'];

/**
 * The configuration of a checkout that is being created, or the default one. It counts as used until the checkout has
 * ended, before it is returned. @throws Problem `resource_missing`
 */
export async function usePaymentMethodConfiguration(
  context: RepairContext,
  { body: { id, usedBy } }: CallInput<UseCall>,
): Promise<ReplyOf<UseCall>> {
  const row =
    id === null ? await defaultConfiguration(context) : await context.transact((tx) => markUsed(tx, id, usedBy));
  if (!row) throw resourceMissing();
  return { configuration: toConfigurationResource(row) };
}

/** The lock waits for a concurrent deletion, and then does not find the configuration. */
const markUsed = (tx: Tx, id: string, usedBy: UsedBy): Promise<PaymentMethodConfigurationRow | undefined> =>
  tx.one<PaymentMethodConfigurationRow>`
    with configuration as (
      select ${paymentMethodConfigurations.columns} from payment_method_configurations
      where ${own(tx)} and id = ${id} for key share),
    marked as (
      ${paymentMethodConfigurationUses.into('merchantId', 'livemode', 'usedBy', 'configurationId', 'until')}
      select merchant_id, livemode, ${usedBy?.id ?? null}::text, id, ${usedBy?.until ?? null}::timestamptz
      from configuration where not is_default and ${usedBy !== null}::boolean
      on conflict (merchant_id, livemode, used_by, configuration_id) do update set until = excluded.until
      where payment_method_configuration_uses.until is not null)
    select ${paymentMethodConfigurations.as('configuration')} from configuration`;

/** Ends all uses by a session or payment link. */
export async function endUses(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from payment_method_configuration_uses where ${own(tx)} and used_by = ${id}`;
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
