import type { AccountProfile, UpdateAccount } from '@mizan/contracts';
import { formerAttributes, json, resourceMissing, type Tx } from '@mizan/service-kit';
import { accountColumns, toAccountProfile, type AccountRow } from './account.resource.ts';
import { refuseForeignDefault } from './refuse-foreign-default.ts';
import { refuseHungryFees } from './assert-account-terms.ts';

/**
 * Changes the transaction's account. Every service drops what it remembers of it when it hears the event, and at the
 * latest after five seconds.
 *
 * @throws Problem `resource_missing`: no such account
 * @throws Problem as `refuseHungryFees`
 * @throws Problem `parameter_invalid`: the default currency is no longer among the supported ones
 */
export async function updateAccount(tx: Tx, changes: UpdateAccount): Promise<AccountProfile> {
  const before = await tx.one<AccountRow & { version: number }>`
    select ${accountColumns}, version from accounts where id = ${tx.scope.merchantId} for update`;
  if (!before) throw resourceMissing();
  const { version, ...row } = before;
  const after = { ...row, ...changes };
  refuseForeignDefault(after);
  refuseHungryFees(after);
  tx.alongCommit`
    update accounts set display_name = ${after.displayName}, default_locale = ${after.defaultLocale},
      supported_currencies = ${json(after.supportedCurrencies)}, fee_schedule = ${json(after.feeSchedule)},
      vat_on_fees_ppm = ${after.vatOnFeesPpm}, fee_config = ${json(after.feeConfig)},
      presentment_currencies = ${after.presentmentCurrencies}::text[], late_success_policy = ${after.lateSuccessPolicy},
      allowed_origins = ${after.allowedOrigins}::text[], logo = ${after.logo},
      live_payments_enabled = ${after.livePaymentsEnabled}, version = ${version + 1}, updated_at = ${tx.now}
    where id = ${after.id}`;
  const [was, is] = [toAccountProfile(row), toAccountProfile(after)];
  tx.emit('account.updated', { object: is, version: version + 1, previousAttributes: formerAttributes(was, is) });
  return is;
}
