import type { AccountProfile, UpdateAccount } from '@mizan/contracts';
import { formerAttributes, json, resourceMissing, type Tx } from '@mizan/service-kit';
import { accountColumns, toAccountProfile, type AccountRow } from './account.resource.ts';
import { assertAccountTerms } from './assert-account-terms.ts';

/**
 * Changes the transaction's account. Every service drops it from its cache when it receives the event, and after five
 * seconds at the latest.
 *
 * @throws Problem `resource_missing`: no such account
 * @throws Problem as {@link assertAccountTerms}
 */
export async function updateAccount(tx: Tx, changes: UpdateAccount): Promise<AccountProfile> {
  const before = await tx.one<AccountRow & { version: number }>`
    select ${accountColumns}, version from accounts where id = ${tx.scope.merchantId} for update`;
  if (!before) throw resourceMissing();
  const { version, ...row } = before;
  const after = { ...row, ...changes };
  assertAccountTerms(after);
  tx.alongCommit`
    update accounts set display_name = ${after.displayName}, default_locale = ${after.defaultLocale},
      supported_currencies = ${json(after.supportedCurrencies)}, fee_schedule = ${json(after.feeSchedule)},
      vat_on_fees_ppm = ${after.vatOnFeesPpm}, fee_config = ${json(after.feeConfig)},
      presentment_currencies = ${after.presentmentCurrencies}::text[], late_success_policy = ${after.lateSuccessPolicy},
      allowed_origins = ${after.allowedOrigins}::text[], logo = ${after.logo},
      live_payments_enabled = ${after.livePaymentsEnabled}, version = ${version + 1}, updated_at = ${tx.now}
    where id = ${after.id}`;
  const [previous, object] = [toAccountProfile(row), toAccountProfile(after)];
  tx.emit('account.updated', { object, version: version + 1, previousAttributes: formerAttributes(previous, object) });
  return object;
}
