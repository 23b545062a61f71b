import { query, type AnswersOf } from '@mizan/service-kit';
import { toAccountProfile } from './accounts/account.resource.ts';
import { loadAccount } from './accounts/read-accounts.ts';
import { originsOfKeys } from './api-keys/allowed-origins.ts';

/** What the other services call. */
export const answers: AnswersOf<'gateway'> = {
  getAccount: query(async (reader) => {
    const [account, origins] = await Promise.all([loadAccount(reader), originsOfKeys(reader)]);
    const profile = toAccountProfile(account);
    return { ...profile, allowedOrigins: [...new Set([...profile.allowedOrigins, ...origins])] };
  }),
};
