import { command, query, type AnswersOf } from '@mizan/service-kit';
import type { CustomersApp } from './customer/accounts.ts';
import { needsCountry, normalizePhone } from './customer/normalize-contact.ts';
import { getCustomerSummary } from './customers/read-customers.ts';
import { findUnchanged, resolveCustomer } from './guests/resolve-customer.ts';

/** Calls of the checkout. */
export const answers = ({ accounts }: CustomersApp): AnswersOf<'customers'> => ({
  resolveCustomer: command({
    load: async (context, { body }) => {
      const country = needsCountry(body) ? (await accounts.get(context)).country : undefined;
      return { ...body, phone: normalizePhone(body, country) };
    },
    isLoadRepeatable: true,
    shortcut: async ({ reader }, _input, buyer) => {
      const customer = await findUnchanged(reader, buyer);
      return customer && { customer };
    },
    run: async (tx, _input, buyer) => ({ customer: await resolveCustomer(tx, buyer) }),
  }),
  getCustomerSummary: query(async (reader, { body }) => ({
    customer: await getCustomerSummary(reader, body.customerId),
  })),
});
