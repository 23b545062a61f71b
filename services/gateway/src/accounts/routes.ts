import { query, type RoutesOf } from '@mizan/service-kit';
import { getAccount } from './read-accounts.ts';

export const accountRoutes: Pick<RoutesOf<'gateway'>, 'getAccount'> = {
  getAccount: query((reader, input) => getAccount(reader, input.identity)),
};
