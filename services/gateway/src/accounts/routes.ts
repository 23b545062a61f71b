import { query, type AnswersOf, type RoutesOf } from '@mizan/service-kit';
import { toAccount, toAccountProfile } from './account.resource.ts';
import { originsOfKeys } from '../api-keys/allowed-origins.ts';
import { findAccount } from './find-account.ts';

export const accountRoutes = (): Pick<RoutesOf<'gateway'>, 'getAccount'> => ({
  getAccount: query(async (reader, input) => toAccount(await findAccount(reader), input.identity)),
});

export const accountAnswers = (): AnswersOf<'gateway'> => ({
  getAccount: query(async (reader) => {
    const [account, origins] = await Promise.all([findAccount(reader), originsOfKeys(reader)]);
    const profile = toAccountProfile(account);
    return { ...profile, allowedOrigins: [...new Set([...profile.allowedOrigins, ...origins])] };
  }),
});
