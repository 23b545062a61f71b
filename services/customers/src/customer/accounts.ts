import type { AccountProfile } from '@mizan/contracts';
import { AnswerCache } from '@mizan/service-kit';

/** What the handlers of the service share. */
export interface CustomersApp {
  /** The country of an account is needed to parse phone numbers, its currency for a new customer. */
  readonly accounts: AnswerCache<AccountProfile>;
}

/** Creates a cache of the accounts of recent requests. */
export const createAccountCache = (): CustomersApp['accounts'] =>
  new AnswerCache({ fetch: (calls) => calls.getAccount({}), maxAgeMs: 5_000, dropOn: ['account.updated'] });
