import { command, query, type RoutesOf } from '@mizan/service-kit';
import type { CustomersApp } from '../customer/accounts.ts';
import { getCustomerStats } from '../spend/read-customer-stats.ts';
import { createCustomer } from './create-customer.ts';
import { assertNoOpenPayments, deleteCustomer } from './delete-customer.ts';
import { getCustomer, listCustomers } from './read-customers.ts';
import { updateCustomer } from './update-customer.ts';

/** Operations on customers. */
export const customerRoutes = ({ accounts }: CustomersApp): RoutesOf<'customers'> => ({
  createCustomer: command({
    load: (context) => accounts.get(context),
    run: (tx, { body }, account) => createCustomer(tx, body, account),
  }),
  listCustomers: query((reader, { query }) => listCustomers(reader, query)),
  getCustomerStats: query((reader, { params, query }) => getCustomerStats(reader, { ...query, customerId: params.id })),
  updateCustomer: command({
    load: async (context, { body }) => (body.phone ? (await accounts.get(context)).country : undefined),
    run: (tx, { params, body }, country) => updateCustomer(tx, { id: params.id, body, country }),
  }),
  deleteCustomer: command({
    load: (context, { params }) => assertNoOpenPayments(context, params.id),
    run: (tx, { params }) => deleteCustomer(tx, params.id),
  }),
  getCustomer: query((reader, { params }) => getCustomer(reader, params.id)),
});
