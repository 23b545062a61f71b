import type { calls, ReplyOf } from '@mizan/contracts';
import { type CallInput, type Database, type JobContext, Problem, type Reader, type Tx } from '@mizan/service-kit';
import { defaultConfiguration } from './find-configuration.ts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';
import { toConfigurationResource } from './payment-method-configuration.resource.ts';

type UseCall = typeof calls.getPaymentMethodConfiguration;

/**
 * The configuration of a checkout that begins, or the default one. It counts as used from then on until the checkout is
 * over; what is answered was read after that.
 *
 * @throws Problem `resource_missing`: no such configuration for this merchant and mode
 */
export async function usePaymentMethodConfiguration(
  db: Database,
  reader: Reader,
  { body }: CallInput<UseCall>,
): Promise<ReplyOf<UseCall>> {
  const { merchantId, livemode } = reader.scope;
  const { id, usedBy } = body;
  if (id === null) return { configuration: toConfigurationResource(await defaultConfiguration(db, reader)) };
  // The lock makes it wait for a deletion that is under way, and see it.
  const row = await reader.one<PaymentMethodConfigurationRow>`
    with configuration as (
      select * from payment_method_configurations
      where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for key share),
    marked as (
      insert into payment_method_configuration_uses (merchant_id, livemode, used_by, configuration_id, until)
      select merchant_id, livemode, ${usedBy?.id ?? null}::text, id, ${usedBy?.until ?? null}::timestamptz
      from configuration where not is_default and ${usedBy !== null}::boolean
      on conflict (merchant_id, livemode, used_by, configuration_id) do update set until = excluded.until
      where payment_method_configuration_uses.until is not null)
    select * from configuration`;
  if (!row) throw new Problem('resource_missing', 'No such configuration in this account and mode.', { param: 'id' });
  return { configuration: toConfigurationResource(row) };
}

const batchRows = 1_000; // short statements, so that vacuum keeps up

/** Forgets uses whose time is over: of sessions that were refused in the end, and never were. */
export async function deleteEndedUses({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const ended = await db.system.sql`
    delete from payment_method_configuration_uses
    where (merchant_id, livemode, used_by, configuration_id) in (
      select merchant_id, livemode, used_by, configuration_id from payment_method_configuration_uses
      where until < now() limit ${batchRows})
    returning 1`;
  return ended.length;
}

export async function endUses(tx: Tx, id: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    delete from payment_method_configuration_uses
    where merchant_id = ${merchantId} and livemode = ${livemode} and used_by = ${id}`;
}
