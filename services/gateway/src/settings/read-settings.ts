import type { AccountSettings } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import { type AccountRow, settingsIn } from '../accounts/account.resource.ts';
import { loadAccount } from '../accounts/read-accounts.ts';

/** The settings of the reader's account, in its mode. @throws Problem `resource_missing` */
export const getSettings = async (reader: Reader): Promise<AccountSettings> =>
  toAccountSettings(await loadAccount(reader), reader.scope.livemode);

/** The settings as the API shows them. */
export const toAccountSettings = (account: AccountRow, livemode: boolean): AccountSettings => ({
  object: 'account_settings',
  ...settingsIn(account, livemode),
});

export { getSettings as getAccountSettings };
