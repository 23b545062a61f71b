import { AnswerCache } from '@mizan/service-kit';

/** Cached accounts: the country is needed to parse phone numbers, the currency for a new customer. */
export const accounts = new AnswerCache({
  ask: (calls) => calls.getAccount({}),
  maxAgeMs: 5_000,
  dropOn: ['account.updated'],
});
