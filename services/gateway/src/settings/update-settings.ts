import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, ManualMethods, UpdateAccountSettings } from '@mizan/contracts';
import { formerAttributes, Problem, resourceMissing, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { isValidIBAN } from 'ibantools';
import { assertSecondFactor, type PresentedCode, uncountCode } from '../two-factor/assert-second-factor.ts';
import {
  accountColumns,
  type AccountRow,
  type OwnSettings,
  settingsColumns,
  settingsIn,
  toAccountProfile,
} from '../accounts/account.resource.ts';
import { accounts } from '../accounts/account.table.ts';
import { toAccountSettings } from './read-settings.ts';

interface SettingsChange {
  readonly changes: UpdateAccountSettings;
  /** Of the key that changes them; null for the operator, who needs none. */
  readonly presented: PresentedCode | null;
}

/**
 * Changes settings of the transaction's account in its mode: what is left out stays. Where buyers send live money to is changed with the
 * second factor only, so that somebody with a leaked key cannot redirect it.
 *
 * @throws Problem `two_factor_required`; `parameter_invalid`: an IBAN that no bank has; `resource_missing`
 */
export async function updateSettings(
  tx: Tx,
  { secrets }: { readonly secrets: ServiceSecrets },
  { changes, presented }: SettingsChange,
): Promise<AccountSettings> {
  const { livemode, merchantId } = tx.scope;
  const before = await tx.one<AccountRow>`select ${accountColumns} from accounts where id = ${merchantId} for update`;
  if (!before) throw resourceMissing();
  const settings = settingsIn(before, livemode);
  const changed = applied(settings, changes);
  if (livemode && presented && changes.manualMethods) {
    if (isDeepStrictEqual(settings.manualMethods, changed.manualMethods)) uncountCode(tx, presented);
    else await assertSecondFactor(tx, { secrets }, presented);
  }
  if (isDeepStrictEqual(settings, changed)) return toAccountSettings(before, livemode);
  const version = before.version + 1;
  const columns = settingsColumns(changed, livemode);
  tx.alongCommit`
    update accounts set ${accounts.set({ ...columns, version, updatedAt: tx.now })} where id = ${before.id}`;
  const after = { ...before, ...columns };
  const [previous, object] = [toAccountProfile(before, true), toAccountProfile(after, true)];
  tx.emit('account.updated', { object, version, previousAttributes: formerAttributes(previous, object) });
  return toAccountSettings(after, livemode);
}

const applied = (settings: OwnSettings, changes: UpdateAccountSettings): OwnSettings => ({
  logo: changes.logo === undefined ? settings.logo : changes.logo,
  defaultLocale: changes.defaultLocale ?? settings.defaultLocale,
  mail: { ...settings.mail, ...changes.mail },
  manualMethods: changedMethods(settings.manualMethods, changes.manualMethods),
});

function changedMethods(before: ManualMethods, changes: UpdateAccountSettings['manualMethods'] = {}): ManualMethods {
  const { bank_transfer: bankTransfer } = changes;
  bankTransfer?.forEach(({ iban }, index) => {
    if (isValidIBAN(iban)) return;
    const param = `manualMethods.bank_transfer[${index}].iban`;
    throw new Problem('parameter_invalid', 'iban is not a valid IBAN: check it for a typing error.', { param });
  });
  return {
    cash_on_delivery: changes.cash_on_delivery ?? before.cash_on_delivery,
    bank_transfer: bankTransfer ?? before.bank_transfer,
    instapay: changes.instapay ?? before.instapay,
  };
}

export { updateSettings as updateAccountSettings };
