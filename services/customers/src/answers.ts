import { command, query, type AnswersOf } from '@mizan/service-kit';
import { accounts } from './accounts.ts';
import { toSessionCustomer } from './customers/customer.resource.ts';
import { findCustomer } from './customers/find-customer.ts';
import { needsCountry, normalizePhone } from './customers/normalize-contact.ts';
import { resolveCustomer } from './customers/resolve-customer.ts';

/** What the service answers a checkout. */
export const answers: AnswersOf<'customers'> = {
  resolveCustomer: command({
    load: async (context, { body }) => (needsCountry(body) ? (await accounts.get(context)).country : undefined),
    run: async (tx, { body }, country) => ({
      customer: await resolveCustomer(tx, { ...body, phone: normalizePhone(body, country) }),
    }),
  }),
  getCustomerSummary: query(async (reader, { body }) => ({
    customer: toSessionCustomer(await findCustomer(reader, body.customerId, 'customerId')),
  })),
};
