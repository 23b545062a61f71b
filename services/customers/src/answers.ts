import { command, query, type AnswersOf } from '@mizan/service-kit';
import type { CustomersApp } from './customer/accounts.ts';
import { needsCountry, normalizePhone } from './customer/normalize-contact.ts';
import { getCustomerSummary } from './customers/read-customers.ts';
import { resolveCustomer } from './guests/resolve-customer.ts';

/** Calls of the checkout. */
export const answers = ({ accounts }: CustomersApp): AnswersOf<'customers'> => ({
  resolveCustomer: command({
    load: async (context, { body }) => (needsCountry(body) ? (await accounts.get(context)).country : undefined),
    run: async (tx, { body }, country) => ({
      customer: await resolveCustomer(tx, { ...body, phone: normalizePhone(body, country) }),
    }),
  }),
  getCustomerSummary: query(async (reader, { body }) => ({
    customer: await getCustomerSummary(reader, body.customerId),
  })),
});
