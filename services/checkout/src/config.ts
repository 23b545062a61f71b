import type { AccountProfile } from '@mizan/contracts';
import { AnswerCache } from '@mizan/service-kit';
import { z } from 'zod';

/** Environment of this service beyond what every service has. */
export const env = {
  MIZAN_DISCOUNTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .default(1)
    .describe('Discounts that one checkout may carry; they apply one after the other'),
};

/** The accounts of recent requests, so that creating a session does not ask the gateway each time. */
export type Accounts = AnswerCache<AccountProfile>;

export const cacheAccounts = (): Accounts =>
  new AnswerCache({
    ask: (calls) => calls.getAccount({}),
    maxAgeMs: 5_000,
    dropOn: ['account.updated', 'api_key.created', 'api_key.updated', 'api_key.revoked'],
  });
