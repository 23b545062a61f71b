import { command, query, type RoutesOf } from '@mizan/service-kit';
import { accounts } from '../accounts.ts';
import { getCustomerStats } from '../spend/get-customer-stats.ts';
import { createCustomer } from './create-customer.ts';
import { toCustomerResource } from './customer.resource.ts';
import { deleteCustomer, refuseWhilePaying } from './delete-customer.ts';
import { findCustomer } from './find-customer.ts';
import { listCustomers } from './list-customers.ts';
import { updateCustomer } from './update-customer.ts';

/** Operations on customers. */
export const customerRoutes: RoutesOf<'customers'> = {
  createCustomer: command({
    load: (context) => accounts.get(context),
    run: (tx, { body }, account) => createCustomer(tx, body, account),
  }),
  listCustomers: query((reader, { query }) => listCustomers(reader, query)),
  getCustomerStats: query((reader, { params, query }) => getCustomerStats(reader, params.id, query)),
  updateCustomer: command({
    load: async (context, { body }) => (body.phone ? (await accounts.get(context)).country : undefined),
    run: (tx, { params, body }, country) => updateCustomer(tx, params.id, body, country),
  }),
  deleteCustomer: command({
    load: (context, { params }) => refuseWhilePaying(context, params.id),
    run: (tx, { params }) => deleteCustomer(tx, params.id),
  }),
  getCustomer: query(async (reader, { params }) => toCustomerResource(await findCustomer(reader, params.id))),
};
