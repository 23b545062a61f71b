import { AnswerCache } from '@mizan/service-kit';

/** Accounts of recent requests: their country reads phone numbers, their currency is a new customer's. */
export const accounts = new AnswerCache({
  fetch: (calls) => calls.getAccount({}),
  maxAgeMs: 5_000,
  dropOn: ['account.updated'],
});
