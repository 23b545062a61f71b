import { query, type AnswersOf, type RoutesOf } from '@mizan/service-kit';
import { toAccount, toAccountProfile } from './account.resource.ts';
import { findAccount } from './find-account.ts';

export const accountRoutes = (): Pick<RoutesOf<'gateway'>, 'getAccount'> => ({
  getAccount: query(async (reader, input) => toAccount(await findAccount(reader), input.identity)),
});

export const accountAnswers = (): AnswersOf<'gateway'> => ({
  getAccount: query(async (reader) => toAccountProfile(await findAccount(reader))),
});
