import type { AccountProfile } from '@mizan/contracts';
import { AnswerCache } from '@mizan/service-kit';

/** The accounts of recent requests, so that creating a session does not ask the gateway each time. */
export type Accounts = AnswerCache<AccountProfile>;

export const cacheAccounts = (): Accounts =>
  new AnswerCache({
    fetch: (calls) => calls.getAccount({}),
    maxAgeMs: 5_000,
    dropOn: ['account.updated', 'api_key.created', 'api_key.updated', 'api_key.revoked'],
  });
